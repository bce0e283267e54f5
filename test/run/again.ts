import { Outcome } from './outcome.ts'
import { type How, runFiles } from './run-files.ts'

/** More failing files than these are not an accident of a busy machine. */
const mostFiles = 3

/**
 * Runs the files with a failure again, each in a process of its own. Resolves with a remark for each that passes
 * now; with undefined if none failed, one fails again, or too many did. `.ci/run` requests it (NORN_TEST_AGAIN): a
 * test that fails once in many runs has to be fixed, but does not hold up a whole change.
 */
export async function passAgain(outcome: Outcome, how: Omit<How, 'atOnce'>): Promise<string[] | undefined> {
  const files = outcome.failedFiles
  if (files === undefined || files.length === 0 || files.length > mostFiles) return undefined
  const remarks: string[] = []
  for (const file of files) {
    const second = new Outcome(process.stdout)
    await second.of(runFiles([file], { ...how, atOnce: 1 }))
    if (second.failedFiles?.length !== 0) return undefined
    remarks.push(`FLAKY: ${file} failed beside others and passed by itself: mend it`)
  }
  return remarks
}
