import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeNewDevices } from '../../src/domain/tokens/new-devices.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { onEveryDatabase, type RunningService, type TestAccount } from '../service.ts'
import { newMail } from '../web/mailbox.ts'

const day = 86_400_000

async function signIn(
  service: RunningService,
  { username, password }: TestAccount,
  device: string,
  address = '192.0.2.1',
) {
  const headers = { 'user-agent': device, 'x-forwarded-for': address }
  const answer = await service.post(
    '/auth/authenticate',
    { username, password, clientToken: 'launcher' },
    { headers },
  )
  assert.equal(answer.status, 200)
}

onEveryDatabase('notifications of new devices', (start) => {
  test('name a device in complete words, without control characters', async () => {
    const service = await start()
    const account = await service.account()
    let from = service.now()
    await signIn(service, account, 'HMCL/3.6.11')
    from = await noticeNewDevices(service.context, from)
    service.advance(day)
    const words = `Launcher\u009b/5.0 ${'AppleWebKit '.repeat(20)}`.trim()
    await signIn(service, account, words)
    await noticeNewDevices(service.context, from)
    const [mail] = await newMail(service)
    const named = mail?.text.replaceAll(/\s+/g, ' ') ?? ''
    assert.match(named, /: Launcher\\u009b\/5\.0( AppleWebKit){8}…, from /)
    service.advance(day)
    const edge =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'
    await signIn(service, account, edge)
    await noticeNewDevices(service.context, from)
    assert.match((await newMail(service))[0]?.text.replaceAll(/\s+/g, ' ') ?? '', /: Edge on Windows, from /)
  })

  test('report a launcher or a network that is new, except the first, once a day', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const account = await service.account({ language: 'ru' })
    let from = service.now()
    const notified = async () => {
      from = await noticeNewDevices(service.context, from)
      // Entries of the last instant are returned twice.
      from = await noticeNewDevices(service.context, from)
      return (await newMail(service)).map(({ kind, to, text }) => [
        kind,
        to,
        /HMCL\S*, \S+ \S+/.exec(text)?.[0],
      ])
    }
    await signIn(service, account, 'HMCL/3.6.11')
    assert.deepEqual(await notified(), [], 'the first')
    service.advance(day)
    await signIn(service, account, 'HMCL/3.6.12')
    assert.deepEqual(await notified(), [], 'a newer version')
    await signIn(service, account, 'HMCL/3.6.12', '198.51.100.7')
    await signIn(service, account, 'HMCL/3.6.12', '2001:db8::1')
    const [mail, ...others] = await notified()
    assert.deepEqual(others, [], 'one a day')
    assert.deepEqual(mail?.slice(0, 2), ['notice', account.email])
    assert.match(String(mail?.[2]), /HMCL\/3\.6\.12, .* 198\.51\.100\.7/)
    service.advance(day)
    await signIn(service, account, 'HMCL/3.6.12', '2001:db8::2')
    assert.deepEqual(await notified(), [], 'another address of the same network')
    await signIn(service, account, 'PrismLauncher/9')
    assert.equal((await notified()).length, 1)

    const devices = () => service.context.db.query.selectFrom('known_device').selectAll().execute()
    assert.equal((await devices()).length, 4)
    service.advance(364 * day)
    await sweep(service.context)
    assert.equal((await devices()).length, 2, 'those of the last day')
  })

  test('remember 32 devices per account', async () => {
    const service = await start()
    const account = await service.account()
    for (let number = 0; number < 34; number++) {
      service.advance(1000)
      await signIn(service, account, `Launcher ${'x'.repeat(number)}`)
    }
    await noticeNewDevices(service.context, 0)
    assert.equal((await newMail(service)).length, 1)
    const devices = await service.context.db.query.selectFrom('known_device').selectAll().execute()
    assert.equal(devices.length, 32)
  })
})
