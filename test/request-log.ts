import { setTimeout as sleep } from 'node:timers/promises'

const lateMs = 20_000

/** Collects the log of a service, and finds the line of each request. */
export class RequestLog {
  readonly lines: string[] = []
  readonly #byRequest = new Map<string, string>()
  readonly #awaited = new Map<string, (line: string) => void>()

  write(line: string): void {
    this.lines.push(line)
    const [, id] = /"reqId":"([^"]+)"/.exec(line) ?? []
    // The first of several lines counts.
    if (id === undefined || this.#byRequest.has(id)) return
    this.#byRequest.set(id, line)
    this.#awaited.get(id)?.(line)
    this.#awaited.delete(id)
  }

  /** Resolves with the first line of a request, which may come a moment after its answer. */
  async lineOf(id: string): Promise<any> {
    const known = this.#byRequest.get(id)
    if (known !== undefined) return JSON.parse(known)
    const line = await Promise.race([
      new Promise<string>((resolve) => this.#awaited.set(id, resolve)),
      sleep(lateMs, undefined, { ref: false }),
    ])
    if (line === undefined) throw new Error(`no log line of request ${id}`)
    return JSON.parse(line)
  }
}
