/** What a name looks like at a glance: `_` left out, and one letter for those that are mistaken for one another. */
const shapeOf = (name: string): string =>
  name.toLowerCase().replaceAll('_', '').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l')

/** Whether a name is one of the reserved ones, or looks like one. */
export function looksReserved(name: string, reserved: readonly string[]): boolean {
  const shape = shapeOf(name)
  return reserved.some((each) => shapeOf(each) === shape)
}
