import { executesAll } from '../executes-all.ts'

/** A new registration replaces those of its browser, however many others wait. */
export const up = executesAll(() => ['create index registration_by_browser on registration (browser)'])
