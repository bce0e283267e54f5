import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** The files that start the service, with the line that sets a variable in each. */
const starts = {
  'package.json': /"start": "MALLOC_ARENA_MAX=1 exec node /,
  'deploy/systemd/norn.service': /^Environment=MALLOC_ARENA_MAX=1$/m,
  'deploy/container/Containerfile': /^ENV MALLOC_ARENA_MAX=1$/m,
  'scripts/release/image.ts': /^ {8}'MALLOC_ARENA_MAX=1',$/m,
}

// docs/decisions/0099-what-limits-the-memory.md
for (const [file, setting] of Object.entries(starts)) {
  test(`${file} gives all threads of the service one arena of the C library`, () => {
    assert.match(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'), setting)
  })
}
