/** What a signed release file says (docs/releases.md): the newest version, `1.2.3`, and the day of its release. */
export interface Release {
  readonly version: string
  /** `2026-11-23`. */
  readonly day: string
}

/** What was found the last time that the release file was asked for. Instants are epoch milliseconds. */
export interface UpdateCheck {
  readonly at: number
  /** Null until a release file was read and its signature verified. */
  readonly release: Release | null
  /** Why the last request told nothing; null where it did. */
  readonly problem: string | null
}

const signedFile =
  /^(norn (\d{1,9}\.\d{1,9}\.\d{1,9}) (\d{4}-\d\d-\d\d)\n)(-----BEGIN SSH SIGNATURE-----\n[^]*)$/

/** The parts of a release file: one line that is signed, and the signature. Undefined for anything else. */
export function readReleaseFile(
  text: string,
): { line: string; signature: string; release: Release } | undefined {
  const [, line, version, day, signature] = signedFile.exec(text) ?? []
  if (line === undefined || version === undefined || day === undefined || signature === undefined)
    return undefined
  return { line, signature, release: { version, day } }
}

/** Compares versions such as `1.2.3`; what stands behind the third number is left out. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  const index = a.findIndex((number, at) => number !== b[at])
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0)
}

const numbersOf = (version: string): number[] => version.split(/[.+-]/, 3).map(Number)
