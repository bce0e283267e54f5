// What is read of JSON that somebody else wrote: nothing is taken for granted.

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value below these members and elements; undefined where one of them is not there. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === 'number' ? (inner as unknown[])[step] : undefined
    return isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined
  }, value)

/** The text below these members and elements; undefined where there is no text. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** The array below these members and elements; empty where there is no array. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? (found as unknown[]) : []
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'JSON that is nested too deep to be shown'
  }
}

/** JSON for people, cut where it is long. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : written(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
