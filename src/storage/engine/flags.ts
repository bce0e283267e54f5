/** A boolean in a row, as both databases return it: SQLite has no type of its own for one. */
export type Flag = 0 | 1

export const flagOf = (isTrue: boolean): Flag => (isTrue ? 1 : 0)

export const isSet = (flag: Flag): boolean => flag === 1

/** Returns the SQL of a condition as a column. It is not set if the condition is null. */
export const flag = (condition: string): string => `case when ${condition} then 1 else 0 end`

/** Returns the SQL of the opposite: it is set if the condition is null. */
export const flagUnless = (condition: string): string => `case when ${condition} then 0 else 1 end`
