// npm run conformance [-- --write]: tries what the certified OpenID Connect suite tries; --write keeps the results.
import { keyOf, pageOf, writePage } from './conformance/page.ts'
import type { Result } from './conformance/result.ts'
import { type Plan, plans, startSuite } from './conformance/suite.ts'

const suite = await startSuite('sqlite')
const results = new Map<string, Result>()
let failures = 0
try {
  for (const [plan, modules] of Object.entries(plans)) {
    process.stdout.write(`${plan}\n`)
    for (const module of modules) {
      try {
        const result = await suite.run(plan as Plan, module)
        results.set(keyOf(plan as Plan, module), result)
        process.stdout.write(`  ${result.outcome.padEnd(8)} ${module}${result.note && `: ${result.note}`}\n`)
      } catch (error) {
        failures++
        process.stdout.write(
          `  FAILED   ${module}: ${error instanceof Error ? error.message : String(error)}\n`,
        )
      }
    }
  }
} finally {
  await suite.close()
}
process.stdout.write(failures === 0 ? 'none has failed\n' : `${failures} have failed\n`)
if (failures > 0) process.exitCode = 1
else if (process.argv.includes('--write')) writePage(pageOf(results))
