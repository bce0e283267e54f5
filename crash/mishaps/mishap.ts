/** Something that happens to a service under load. */
export interface Mishap {
  /** True if it needs a disk of its own. */
  needsDisk?: boolean
  /** Returns what is wrong, in words. `tell` gets the lines of the log that an operator would see. */
  run(given: { seed: number; players: number; tell: (line: string) => void }): Promise<string[]>
}
