/** The content of a signed release file (docs/releases.md): the newest version, `1.2.3`, and the day of its release. */
export interface Release {
  readonly version: string
  /** `2026-11-23`. */
  readonly day: string
}

/** The result of the last request for the release file. Instants are epoch milliseconds. */
export interface UpdateCheck {
  readonly at: number
  /** Null until a release file was read and its signature verified. */
  readonly release: Release | null
  /** The reason for which the last request failed, or null if it succeeded. */
  readonly problem: string | null
}

const signedFile =
  /^(norn (\d{1,9}\.\d{1,9}\.\d{1,9}) (\d{4}-\d\d-\d\d)\n)(-----BEGIN SSH SIGNATURE-----\n[^]*)$/

/** Splits a release file into the signed line and the signature. Returns undefined for anything else. */
export function readReleaseFile(
  text: string,
): { line: string; signature: string; release: Release } | undefined {
  const [, line, version, day, signature] = signedFile.exec(text) ?? []
  if (line === undefined || version === undefined || day === undefined || signature === undefined)
    return undefined
  return { line, signature, release: { version, day } }
}

/** Returns true if a version such as `1.2.3` is newer than the other. Anything after the third number is ignored. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  const index = a.findIndex((number, at) => number !== b[at])
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0)
}

const numbersOf = (version: string): number[] => version.split(/[.+-]/, 3).map(Number)
