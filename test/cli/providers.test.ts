// The commands for providers of sign-ins: adding, reading discovery documents, secrets, refusals, removing.
import assert from 'node:assert/strict'
import { unusableHash } from '../../src/passwords/passwords.ts'
import { attackStored } from '../attacks/installed.ts'
import { startAuthorizationServer } from '../neighbours/authorization-server.ts'

const variables = { NORN_BASE_URL: 'https://accounts.example.org' }
const secret = 'kept:for nobody'
const callback = 'https://accounts.example.org/sign-in/with/school/callback'

attackStored('commands add a provider, change it, test it and remove it', async (norn) => {
  const mock = await startAuthorizationServer(Date.now)
  try {
    const run = (line: string, stdin = '', more: Record<string, string> = {}) =>
      norn.run(line.split(' '), { variables: { ...variables, ...more }, stdin })
    const json = async (line: string, stdin = '', more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = await run(`${line} --json`, stdin, more)
      assert.equal(status, 0, stderr)
      assert.ok(!(stdout + stderr).includes(secret))
      return JSON.parse(stdout)
    }
    const refused = async (line: string, expected: number, reason: RegExp, stdin = secret) => {
      const { status, stderr } = await run(line, stdin)
      assert.deepEqual([status, reason.test(stderr)], [expected, true], `${line}: ${stderr}`)
      assert.ok(!stderr.includes(secret))
    }
    const client = '--client-id norn --client-secret-stdin'
    const add = `provider add school --issuer ${mock.url} ${client}`
    await refused(
      `provider add school --issuer ${mock.url} --client-id norn`,
      2,
      /--client-secret-stdin is missing/,
    )
    await refused(`provider add school ${client}`, 1, /needs a preset, an issuer or the kind oauth2/)
    await refused(add, 1, /option issuer does not fit: the address belongs to this machine/)
    await refused(
      `${add.replace(mock.url, `${mock.url}/nothing`)} --private`,
      1,
      /document of the issuer could not be read/,
    )
    await refused(
      'provider add school --issuer http://a.example --client-id n --client-secret-stdin',
      1,
      /http:/,
    )
    await refused(`${add} --private`, 1, /client secret is not allowed; use 1 to 500 characters/, '')
    await refused(`provider add Discord --preset discord ${client}`, 1, /the characters a-z, 0-9 and -/)
    await refused(`provider add d --preset steam ${client}`, 2, /discord, github, google or microsoft/)
    await refused(`provider add d --preset discord --issuer ${mock.url} ${client}`, 1, /option issuer/)
    await refused(`provider add d --preset discord --tenant common ${client}`, 1, /tenant does not fit/)
    await refused(`provider add d --preset discord --guild staff ${client}`, 1, /an id of 15 to 20 digits/)
    await refused(`provider add d --preset discord --guild-required ${client}`, 1, /it needs a guild/)
    await refused(`provider add d --preset discord --scope identify ${client}`, 1, /needs openid/)
    await refused(`provider add m --preset microsoft --tenant ../x ${client}`, 1, /tenant does not fit/)
    await refused(`provider add d --preset discord --claim name=x ${client}`, 2, /--claim is "name=x"/)
    await refused(`provider add d --preset discord --claim subject=x ${client}`, 1, /belongs to oauth2 alone/)
    await refused(
      `provider add d --preset discord --group-map 1=staff ${client}`,
      1,
      /"staff": the group does not/,
    )
    await refused(`provider add q --kind oauth2 --token-url https://q.example/t ${client}`, 1, /authorizeUrl/)
    assert.deepEqual(await json('provider list'), [])

    mock.discovery = { jwks_uri: 'https://user:password@keys.example' }
    await refused(`${add} --private`, 1, /document of the issuer could not be read/)
    mock.discovery = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    const { createdAt, ...added } = await json(`${add} --private`, `${secret}\r\n`)
    assert.equal(Number.isNaN(Date.parse(createdAt)), false)
    assert.deepEqual(added, {
      name: 'school',
      preset: null,
      kind: 'openid',
      issuer: mock.url,
      clientId: 'norn',
      title: 'school',
      registration: 'as-setting',
      email: 'claim',
      scope: 'openid profile email',
      auth: 'post',
      tenant: null,
      hostedDomain: null,
      guild: null,
      guildRequired: false,
      claims: { subject: 'sub', username: 'preferred_username', email: 'email', groups: null },
      groupMap: {},
      authorizeUrl: `${mock.url}/authorize?tenant=1`,
      tokenUrl: `${mock.url}/token`,
      userinfoUrl: null,
      private: true,
      hasBotToken: false,
      redirectUri: callback,
      accounts: 0,
      lastSignInAt: null,
      lastProblem: null,
    })
    await refused(`${add} --private`, 1, /a provider with this name already exists/)
    assert.deepEqual(await json('provider show school'), { ...added, createdAt })
    const { stderr } = await run(`provider add discord --preset discord ${client}`, secret)
    assert.match(stderr, /Add Redirect[^]*https:\/\/accounts\.example\.org\/sign-in\/with\/discord\/callback/)

    mock.discovery = { token_endpoint: `${mock.url}/elsewhere` }
    assert.equal((await json('provider set school --title School')).tokenUrl, `${mock.url}/token`)
    assert.equal((await json('provider set school --refresh')).tokenUrl, `${mock.url}/elsewhere`)
    mock.discovery = {}
    await json('group create staff --title Staff')
    const mapped = await json('provider set school --claim groups=realm.roles --group-map a=b=staff')
    assert.deepEqual([mapped.claims.groups, mapped.groupMap], ['realm.roles', { 'a=b': 'staff' }])
    const emptied = await json('provider set school --claim groups= --no-group-map')
    assert.deepEqual([emptied.claims.groups, emptied.groupMap], [null, {}])
    await refused('provider set school --group-map a=staff --no-group-map', 2, /exclude each other/)
    await refused('provider set school --authorize-url https://a.example', 1, /belong to the kind oauth2/)
    await refused('provider set school --bot-token-stdin', 1, /belongs to the preset discord/)
    await refused('provider set discord --refresh --tenant common', 1, /belongs to the preset microsoft/)
    await refused('provider set nobody --title a', 1, /"nobody": the provider does not exist/)
    const guild = await json('provider set discord --guild 80351110224678912 --guild-required')
    assert.deepEqual([guild.guild, guild.guildRequired], ['80351110224678912', true])
    const none = await json('provider set discord --no-guild')
    assert.deepEqual([none.guild, none.guildRequired], [null, false])
    assert.equal((await json('provider set discord --bot-token-stdin', secret)).hasBotToken, true)

    const db = await norn.db()
    const stored = async () => {
      const rows = await db.query
        .selectFrom('provider')
        .select(['client_secret', 'bot_token'])
        .orderBy('name')
        .execute()
      return rows.flatMap(({ client_secret, bot_token }) => [client_secret, bot_token])
    }
    assert.deepEqual(await stored(), [secret, secret, secret, null])
    const [first, second] = ['Zk3v8zr1x7w5n2m9b4c6qjh0t8y5u1i2', 'p0o9i8u7y6t5r4e3w2q1a9s8d7f6g5h4']
    await json('account create --username Steve --no-password', '', { NORN_SECRET: first })
    const encrypted = await stored()
    assert.ok(encrypted.every((value) => value !== secret))
    await json('secret rotate', '', { NORN_SECRET: first, NORN_NEW_SECRET: second })
    assert.ok((await stored()).every((value) => value === null || !encrypted.includes(value)))
    await json('secret remove', '', { NORN_SECRET: second })
    assert.deepEqual(await stored(), [secret, secret, secret, null])

    mock.answers['/authorize'] = (response) => response.end()
    mock.answers['/elsewhere'] = (response) => response.writeHead(400).end('{"error":"invalid_grant"}')
    const examined = await json('provider test school')
    assert.deepEqual([examined.problems, typeof examined.secondsAhead], [[], 'number'])
    mock.answers['/elsewhere'] = (response) => response.writeHead(401).end('{"error":"invalid_client"}')
    const faulty = await run('provider test school --json')
    const { name, problems } = JSON.parse(faulty.stdout)
    assert.deepEqual(
      [faulty.status, name, problems],
      [1, 'school', [{ problem: 'secret', said: 'invalid_client' }]],
    )
    assert.match(faulty.stderr, /nobody can sign in through school like this; "norn doctor" says what to do/)
    mock.answers = {}

    const steve = (await json('account list')).find(
      ({ username }: { username: string }) => username === 'Steve',
    )
    const link = { provider: 'school', subject: '1', account_id: steve.id.replaceAll('-', ''), linked_at: 1 }
    await json('account link Steve --provider school --subject 1')
    const [linked] = (await json('account show Steve')).linked
    assert.deepEqual([linked.provider, linked.subject, linked.name], ['school', '1', null])
    await refused('account link Steve --provider school --subject 2', 1, /another person at this provider/)
    await json('account create --username Alex --no-password')
    await refused('account link Alex --provider school --subject 1', 1, /another account is linked/)
    await refused('account link Steve --provider nobody --subject 1', 1, /the provider does not exist/)
    await refused(
      'account unlink Steve --provider school',
      1,
      /no password, no passkey and no other provider/,
    )
    await refused('account unlink Steve', 2, /give a player/)
    await db.query.updateTable('account').set({ password_hash: 'a hash' }).execute()
    assert.deepEqual(await json('account unlink Steve --provider school'), { provider: 'school' })
    await json('account link Steve --provider school --subject 1')
    await db.query.updateTable('account').set({ password_hash: unusableHash }).execute()
    const staff = { account_id: link.account_id, group_name: 'staff', provider: 'school' }
    await db.query.insertInto('group_member').values(staff).execute()
    assert.equal((await json('provider show school')).accounts, 1)
    await refused('provider remove school', 1, /only way in of somebody/)
    assert.deepEqual((await json('account show Steve')).groups, ['staff'])
    await db.query
      .updateTable('account')
      .set({ password_hash: 'a hash' })
      .where('id', '=', link.account_id)
      .execute()
    assert.deepEqual(await json('provider remove school'), { name: 'school', lost: 0 })
    // What it made ends with it.
    assert.deepEqual((await json('account show Steve')).groups, [])
    const account = await db.query
      .selectFrom('account')
      .select('group_names')
      .where('id', '=', link.account_id)
      .executeTakeFirst()
    assert.equal(account?.group_names, null)
    const row = { ...link, provider: 'discord' }
    await db.query.insertInto('linked_identity').values(row).execute()
    await db.query.updateTable('account').set({ password_hash: unusableHash }).execute()
    assert.deepEqual(await json('provider remove discord --force'), { name: 'discord', lost: 1 })
    await refused('provider show discord', 1, /"discord": the provider does not exist/)
    const log = await run('audit list --json')
    assert.match(log.stdout, /provider\.created/)
    assert.match(log.stdout, /"changed":\["groupMap"\]|"changed":\[[^\]]*"claims"/)
    assert.match(log.stdout, /provider\.deleted/)
    assert.ok(!log.stdout.includes(secret))
  } finally {
    await mock.close()
  }
})
