import { Outcome } from './outcome.ts'
import { type How, runFiles } from './run-files.ts'

/** More failures than these are no accident of a busy machine. */
const mostFiles = 3

/**
 * Runs the files with a failure once more, each in a process of its own, and resolves with a remark for each that
 * passes now; with undefined where none failed, where one fails again, or where too many did. `.ci/run` asks for it
 * (NORN_TEST_AGAIN): a test that fails once in many runs has to be mended, but it does not hold up a whole change.
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
