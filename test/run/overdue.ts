// Each process of a run loads this: one that does not end after its last test, for example since a browser no longer
// answers, would keep the run waiting forever. Failures are reported before that.
import { after } from 'node:test'

const lateMs = 120_000

after(() => {
  setTimeout(() => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(', ')
    process.stderr.write(
      `OVERDUE: ${process.argv[1]} has not ended ${lateMs / 1000} s after its last test (open: ${open}): mend it\n`,
    )
    process.exit()
  }, lateMs).unref()
})
