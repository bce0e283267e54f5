/** What a name looks like at a glance: `_` left out, and one letter for those that are mistaken for one another. */
const shapeOf = (name: string): string =>
  name.toLowerCase().replaceAll('_', '').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l')

/** Makes the test for names that are reserved, or look like one that is. */
export function isReservedBy(reserved: readonly string[]): (name: string) => boolean {
  const shapes = new Set(reserved.map(shapeOf))
  return (name) => shapes.has(shapeOf(name))
}
