/** Work that several ask for at the same time is done once for all of them. */
export class SingleFlight<T> {
  readonly #underway = new Map<string, Promise<T>>()

  run(name: string, work: () => Promise<T>): Promise<T> {
    const underway = this.#underway.get(name)
    if (underway) return underway
    const started = work().finally(() => this.#underway.delete(name))
    this.#underway.set(name, started)
    return started
  }
}
