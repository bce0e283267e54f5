import { LRUCache } from 'lru-cache'

/** Figures that show how useful a cache is. */
export interface CacheState {
  readonly size: number
  readonly hits: number
  readonly misses: number
}

/** An LRU cache that counts the hits and misses of `get`. With a `fetchMethod`, call `get` before `fetch`. */
export class CountedCache<Value extends object, FetchContext = unknown>
  extends LRUCache<string, Value, FetchContext>
  implements CacheState
{
  hits = 0
  misses = 0

  constructor(options: LRUCache.Options<string, Value, FetchContext>) {
    // An entry that is evicted while it is being fetched still reaches its callers.
    super({ ...options, ignoreFetchAbort: true })
  }

  override get(key: string): Value | undefined {
    const found = super.get(key)
    if (found === undefined) this.misses++
    else this.hits++
    return found
  }
}
