// norn provider sync, as far as no provider has to answer: nobody is linked, or somebody under an id that none has.
import assert from 'node:assert/strict'
import { attackStored } from '../attacks/installed.ts'

attackStored('a command asks about members, and says what it did', async (norn) => {
  const run = (line: string, stdin = '') => norn.run(line.split(' '), { stdin })
  const json = async (line: string, stdin = '') => {
    const { status, stdout, stderr } = await run(`${line} --json`, stdin)
    assert.equal(status, 0, stderr)
    return JSON.parse(stdout)
  }
  await json('provider add discord --preset discord --client-id norn --client-secret-stdin', 'secret')
  const without = await run('provider sync discord')
  assert.equal(without.status, 1)
  assert.match(without.stderr, /needs Discord, a guild and the token of a bot in it/)
  assert.match((await run('provider sync nobody')).stderr, /"nobody": the provider does not exist/)
  await json('provider set discord --guild 80351110224678900')
  await json('provider set discord --bot-token-stdin', 'token-of-the-bot')
  const nobody = { name: 'discord', asked: 0, made: 0, ended: 0, failed: 0, waiting: 0 }
  assert.deepEqual(await json('provider sync discord'), nobody)
  await json('account create --username Steve --password-stdin', 'a sentence to remember')
  await json('account link Steve --provider discord --subject ../x')
  assert.deepEqual(await json('provider sync discord'), { ...nobody, asked: 1, failed: 1 })
  const shown = await run('provider sync discord')
  assert.match(shown.stdout, /failed: +1/)
  assert.ok(!JSON.stringify(await json('provider show discord')).includes('token-of-the-bot'))
})
