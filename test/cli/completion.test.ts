// What the shells themselves complete after sourcing the script.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { bashCompletion } from '../../src/cli/completion/bash.ts'
import { fishCompletion } from '../../src/cli/completion/fish.ts'
import { completionWords } from '../../src/cli/completion/words.ts'
import { zshCompletion } from '../../src/cli/completion/zsh.ts'
import { commands } from '../../src/cli/line/commands.ts'

const directory = mkdtempSync(join(tmpdir(), 'norn-completion-'))
after(() => rmSync(directory, { recursive: true, force: true }))
writeFileSync(join(directory, 'a skin.png'), '')
const words = completionWords(commands)

/** A line up to the cursor, and what must and must not be offered there. */
const expected: readonly (readonly [
  line: string,
  offered: readonly string[],
  notOffered: readonly string[],
])[] = [
  ['norn acc', ['account'], ['serve', 'create']],
  ['norn ', ['account', 'serve', 'completion', 'help', '--version'], ['create', '--json']],
  ['norn account re', ['rename', 'restore'], ['create', 'serve']],
  ['norn account list --s', ['--search', '--suspended'], ['--limit', '--skin']],
  ['norn account list --search x --', ['--suspended', '--json', '--help'], ['--skin']],
  ['norn key rotate t', ['tokens', 'textures'], ['key']],
  ['norn completion ', ['bash', 'zsh', 'fish'], ['account']],
  ['norn texture set Steve --model ', ['default', 'classic', 'slim'], ['--cape', 'a skin.png']],
  ['norn texture set Steve --skin a', ['a skin.png'], ['account', '--cape']],
  ['norn backup a', ['a skin.png'], ['account']],
  ['norn serve --', ['--json', '--help'], ['--search']],
]

/** Runs a script in a shell; skips the test if the machine does not have that shell. */
function ran(t: TestContext, shell: string, args: readonly string[]): string | undefined {
  const { error, stdout, stderr } = spawnSync(shell, args, {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, HOME: directory },
  })
  if (error) {
    t.skip(`${shell} is not installed`)
    return undefined
  }
  assert.equal(stderr, '')
  return stdout
}

function assertOffered(
  found: readonly string[],
  [line, offered, notOffered]: (typeof expected)[number],
): void {
  for (const word of offered)
    assert.ok(found.includes(word), `${line}| offers no ${word} but ${found.join(', ')}`)
  for (const word of notOffered) assert.ok(!found.includes(word), `${line}| offers ${word}`)
}

describe('completion', () => {
  for (const one of expected) {
    const [line] = one
    const typed = line.split(' ')
    test(`bash: ${line}`, (t) => {
      const quoted = typed.map((word) => `'${word}'`).join(' ')
      const ask = `COMP_WORDS=(${quoted}) COMP_CWORD=${typed.length - 1}; _norn; printf '%s\\n' "\${COMPREPLY[@]}"`
      const found = ran(t, 'bash', ['--norc', '-c', `${bashCompletion(words)}\n${ask}`])
      if (found !== undefined) assertOffered(found.trim().split('\n'), one)
    })

    test(`fish: ${line}`, (t) => {
      const found = ran(t, 'fish', ['--no-config', '-c', `${fishCompletion(words)}\ncomplete -C '${line}'`])
      const offered = found
        ?.trim()
        .split('\n')
        .map((each) => each.split('\t', 1)[0]?.replaceAll('\\ ', ' ') ?? '')
      if (offered) assertOffered(offered, one)
    })
  }

  test('zsh passes the right words to its own functions', (t) => {
    // They work only on a terminal.
    const stubs = `compdef() {}
      _describe() { print -l -- "\${(@P)2}" }
      _arguments() { print -l -- "$words" "$CURRENT" "$@" }`
    const ask = (...typed: string[]) => {
      const found = ran(t, 'zsh', [
        '-f',
        '-c',
        `${stubs}\n${zshCompletion(words)}\nwords=("$@"); CURRENT=$#; _norn`,
        'zsh',
        ...typed,
      ])
      return found?.trim().split('\n')
    }
    const first = ask('norn', '')
    if (first === undefined) return
    assert.ok(first.includes('serve:runs the service; npm start does the same'))
    assert.equal(first.length, words.first.length)
    assert.ok(ask('norn', 'account', '')?.includes('restore:ends a suspension'))
    const [line, current, ...specs] = ask('norn', 'texture', 'set', 'Steve', '--model', '') ?? []
    assert.deepEqual([line, current], ['set Steve --model ', '4'])
    assert.ok(specs.some((spec) => /^--model\[.*\]:value:\(default classic slim\)$/.test(spec)))
    assert.ok(specs.includes('--skin[a PNG of 64x64 or 64x32 pixels]:value:_files'))
    assert.deepEqual(ask('norn', 'backup', '')?.slice(0, 3), ['backup ', '2', ':file:_files'])
    assert.ok(ask('norn', 'key', 'rotate', '')?.includes(':use:(tokens textures oauth)'))
  })
})
