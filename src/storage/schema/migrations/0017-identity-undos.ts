import { executesAll } from '../executes-all.ts'

/** Links in emails that unlink an account from a provider again. */
export const up = executesAll(() => ['alter table change_undo add column provider text'])
