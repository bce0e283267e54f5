import { LRUCache } from 'lru-cache'

/** How useful a cache is. */
export interface CacheState {
  /** Entries held. */
  readonly size: number
  readonly hits: number
  readonly misses: number
}

/** Counts what `get` finds; a cache that makes its entries is asked by `get` first. */
export class CountedCache<Value extends object, Making = unknown>
  extends LRUCache<string, Value, Making>
  implements CacheState
{
  hits = 0
  misses = 0

  override get(key: string): Value | undefined {
    const found = super.get(key)
    if (found === undefined) this.misses++
    else this.hits++
    return found
  }
}
