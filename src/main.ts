import { run } from './cli/line/run.ts'

// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})
process.exitCode = await run(process.argv.slice(2), process)
