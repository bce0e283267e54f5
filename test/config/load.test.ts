import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ConfigRefused, loadConfig } from '../../src/config/load.ts'
import { configKey, optionNames, options } from '../../src/config/options.ts'

const empty = mkdtempSync(join(tmpdir(), 'norn-config-'))
after(() => rmSync(empty, { recursive: true }))

const load = (environment: Record<string, string>, directory = empty) => loadConfig(environment, directory)

function problemsOf(environment: Record<string, string>, directory = empty): readonly string[] {
  try {
    load(environment, directory)
  } catch (error) {
    assert.ok(error instanceof ConfigRefused)
    return error.problems
  }
  return []
}

function withEnvFile(text: string): string {
  const directory = mkdtempSync(join(empty, 'env-'))
  writeFileSync(join(directory, '.env'), text)
  return directory
}

describe('defaults', () => {
  test('everything works without any setting', () => {
    const { config, settings, warnings } = load({})
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.port, 8080)
    assert.equal(config.baseUrl, 'http://127.0.0.1:8080')
    assert.equal(config.dataDir, join(empty, 'data'))
    assert.equal(config.databaseUrl, `sqlite:${join(empty, 'data/norn.sqlite')}`)
    assert.equal(config.accessTokenLifetime, 30 * 86_400_000)
    assert.equal(config.joinLifetime, 120_000)
    assert.deepEqual(config.trustProxy, [])
    assert.deepEqual(config.metricsListen, { host: '127.0.0.1', port: 9464 })
    assert.equal(config.skinSystemUrl, undefined)
    assert.deepEqual(settings.NORN_SKIN_SYSTEM_URL, { value: null, source: 'default' })
    assert.deepEqual(warnings, [])
  })

  test('every default and every example is valid', () => {
    for (const name of optionNames) {
      const { kind, defaultText } = options[name]
      assert.notEqual(kind.read(kind.example, empty), undefined, name)
      if (defaultText !== undefined) assert.notEqual(kind.read(defaultText, empty), undefined, name)
    }
  })

  test('a name in the code follows from the name of the variable', () => {
    assert.equal(configKey('NORN_ACCESS_TOKEN_LIFETIME'), 'accessTokenLifetime')
    assert.equal(configKey('NORN_HOST'), 'host')
  })

  test('an empty variable counts as unset', () => {
    const { config, settings } = load({ NORN_PORT: '', NORN_SKIN_SYSTEM_URL: '' })
    assert.equal(config.port, 8080)
    assert.equal(settings.NORN_PORT.source, 'default')
    assert.equal(config.skinSystemUrl, undefined)
  })
})

describe('the source of a value', () => {
  test('the environment takes precedence over .env, and .env over the default', () => {
    const directory = withEnvFile('# a comment\nNORN_PORT=9001\nNORN_HOST="::1"\n')
    const { config, settings } = load({ NORN_PORT: '9000' }, directory)
    assert.equal(config.port, 9000)
    assert.equal(config.host, '::1')
    assert.equal(config.baseUrl, 'http://[::1]:9000')
    assert.equal(settings.NORN_PORT.source, 'environment')
    assert.equal(settings.NORN_HOST.source, '.env')
    assert.equal(settings.NORN_GAME.source, 'default')
  })

  test('an empty variable in the environment means the default, whatever .env says', () => {
    assert.equal(load({ NORN_PORT: '' }, withEnvFile('NORN_PORT=9001')).config.port, 8080)
  })

  test('a secret may be in a file', () => {
    writeFileSync(join(empty, 'secret'), 'smtp://norn:pass@mail.example.org\n')
    const { config, settings } = load({ NORN_SMTP_URL_FILE: 'secret' })
    assert.equal(config.smtpUrl, 'smtp://norn:pass@mail.example.org')
    assert.deepEqual(settings.NORN_SMTP_URL, { value: 'smtp://***@mail.example.org', source: 'environment' })
  })

  test('a secret that cannot be read, or is given twice, is refused', () => {
    const [missing] = problemsOf({ NORN_SMTP_URL_FILE: 'nowhere' })
    assert.match(missing ?? '', /^NORN_SMTP_URL_FILE="nowhere" cannot be read \(ENOENT\); /)
    const [twice] = problemsOf({ NORN_SMTP_URL_FILE: 'secret', NORN_SMTP_URL: 'smtp://mail.example.org' })
    assert.match(twice ?? '', /^NORN_SMTP_URL and NORN_SMTP_URL_FILE are both set/)
  })
})

describe('invalid settings', () => {
  test('every problem is reported at once, one line each: variable, value, allowed values, an example', () => {
    const problems = problemsOf({ NORN_PORT: 'http', NORN_JOIN_LIFETIME: 'soon', NORN_GAME: 'Legacy\n' })
    assert.deepEqual(
      problems.map((problem) => problem.split('=')[0]),
      ['NORN_PORT', 'NORN_GAME', 'NORN_JOIN_LIFETIME'],
    )
    assert.equal(
      problems[0],
      'NORN_PORT="http" must be a whole number from 0 to 65535 (0 picks a free port); for example NORN_PORT=8080',
    )
    for (const problem of problems) assert.doesNotMatch(problem, /\n/)
  })

  test('NORN_SECRET is never shown, even if it looks like a URL, and the advice is to store it separately', () => {
    const secret = 'norn:zk3v8zr1x7w5n2m9b4c6qjh0t8y5u1i2'
    const { config, settings } = load({ NORN_SECRET: secret })
    assert.equal(config.secret, secret)
    assert.equal(settings.NORN_SECRET.value, '(hidden)')
    for (const bad of ['short', 'a'.repeat(64), `${secret} `, `${secret}\n${secret}`]) {
      const [problem] = problemsOf({ NORN_SECRET: bad })
      assert.match(
        problem ?? '',
        /^NORN_SECRET \(value hidden\) must be random text of 32 to 1024 characters/,
      )
    }
    mkdirSync(join(empty, 'data'), { recursive: true })
    writeFileSync(join(empty, 'data', 'key'), secret)
    const { warnings } = load({ NORN_SECRET_FILE: 'data/key' })
    assert.match(
      warnings.join(),
      /^NORN_SECRET_FILE=data\/key is in the data directory .*; keep the secret apart/,
    )
  })

  test('a secret is not shown, and .env is named', () => {
    const [problem = ''] = problemsOf({}, withEnvFile('NORN_DATABASE_URL=mysql://norn:hunter2@db/norn'))
    assert.match(problem, /^NORN_DATABASE_URL \(value hidden\) in \.env must be /)
    assert.doesNotMatch(problem, /hunter2/)
  })

  test('a password in a URL that should have none is not shown', () => {
    for (const name of ['NORN_BASE_URL', 'NORN_SKIN_SYSTEM_URL']) {
      const [problem = ''] = problemsOf({ [name]: 'https://norn:hunter2@example.org/skins' })
      assert.match(problem, new RegExp(`^${name}="https://…@example\\.org/skins" must be `))
    }
  })

  const refused: Record<string, string[]> = {
    NORN_PORT: ['-1', '65536', '80.5', '0x50', '1e3', ' 80'],
    NORN_HOST: ['256.1.1.1', '127.1', 'a b', 'host:80', '[::1', 'fe80::1%eth0', '-a'],
    NORN_BASE_URL: [
      'accounts.example.org',
      'ftp://example.org',
      'https://example.org/?a=b',
      'https://example.org/#a',
      'https://example.org?',
      'https://user:pw@example.org',
      'https://example.org/a:b',
      'https://example.org//a',
      'https:/example.org',
    ],
    NORN_DATABASE_URL: [
      'norn.sqlite',
      'sqlite:',
      'sqlite::memory:',
      'sqlite://norn.sqlite',
      'mysql://db/norn',
      'postgres:',
    ],
    NORN_GAME: ['', 'legacy', 'profile', 'join', 'hasJoined', 'Game', 'a/b', '1a', 'ä', 'a b'].filter(
      Boolean,
    ),
    NORN_REGISTRATION: ['yes', 'OPEN'],
    NORN_ACCESS_TOKEN_LIFETIME: [
      '30',
      '30 d',
      '1.5h',
      '0s',
      '-1d',
      '4000d',
      '1w',
      '99999999999s',
      '30days',
      '1h30m',
      '30d ',
    ],
    NORN_TRUST_PROXY: ['10.1', '10.0.0.0/33', 'localhost', '10.0.0.1,,10.0.0.2', '010.0.0.1', '::1/129'],
    NORN_WORKERS: ['0', '-1', 'auto'],
    NORN_METRICS_LISTEN: ['9464', ':9464', '127.0.0.1', '::1:9464', '127.0.0.1:99999', 'on'],
    NORN_LOG_LEVEL: ['verbose'],
    NORN_SMTP_URL: ['mail.example.org', 'http://mail.example.org', 'smtp:'],
    NORN_TEXTURES_KEY_BITS: ['1024', '4096.0'],
    NORN_PASSWORD_MEMORY: ['1', '0'],
  }
  for (const [name, texts] of Object.entries(refused)) {
    for (const text of texts) {
      test(`${name}=${text}`, () => assert.equal(problemsOf({ [name]: text }).length, 1))
    }
  }

  test('several workers on the embedded database are refused, with the reason', () => {
    const [problem = ''] = problemsOf({ NORN_WORKERS: '2' })
    assert.match(problem, /^NORN_WORKERS=2 needs PostgreSQL, because two processes .* block each other; set /)
    assert.deepEqual(problemsOf({ NORN_WORKERS: '2', NORN_DATABASE_URL: 'postgres://db/norn' }), [])
  })

  test('both listeners at one address are refused', () => {
    assert.equal(problemsOf({ NORN_METRICS_LISTEN: '127.0.0.1:8080' }).length, 1)
    for (const taken of ['127.0.0.1:8080', '127.0.0.1:9464']) {
      assert.match(
        problemsOf({ NORN_LINK_LISTEN: taken })[0] ?? '',
        /^NORN_LINK_LISTEN=\S+ is already the address of /,
      )
    }
    assert.deepEqual(problemsOf({ NORN_LINK_LISTEN: '0.0.0.0:25566', NORN_METRICS_LISTEN: 'off' }), [])
  })
})

describe('parsing of values', () => {
  test('durations', () => {
    const lifetime = (text: string) => load({ NORN_ACCESS_TOKEN_LIFETIME: text }).config.accessTokenLifetime
    assert.deepEqual(['90s', '15m', '12h', '30d'].map(lifetime), [90_000, 900_000, 43_200_000, 2_592_000_000])
  })

  test('the base URL loses its trailing slash and keeps its path', () => {
    const baseUrl = (text: string) => load({ NORN_BASE_URL: text }).config.baseUrl
    assert.equal(baseUrl('https://example.org/'), 'https://example.org')
    assert.equal(baseUrl('https://Example.org:443/accounts/v1/'), 'https://example.org/accounts/v1')
    assert.equal(baseUrl('http://[::1]:8080'), 'http://[::1]:8080')
  })

  test('with port 0 the base URL is known only after listening', () => {
    assert.equal(load({ NORN_PORT: '0' }).config.baseUrl, undefined)
    assert.equal(
      load({ NORN_PORT: '0', NORN_BASE_URL: 'https://example.org' }).config.baseUrl,
      'https://example.org',
    )
  })

  test('databases', () => {
    const database = (text: string) => load({ NORN_DATABASE_URL: text }).config.databaseUrl
    assert.equal(database('sqlite:x.db'), `sqlite:${join(empty, 'x.db')}`)
    assert.equal(database('sqlite:///var/x.db'), 'sqlite:/var/x.db')
    assert.equal(database('postgresql://db/norn'), 'postgresql://db/norn')
    assert.equal(database('postgres://u@a:1,b:2/norn'), 'postgres://u@a:1,b:2/norn')
  })

  test('a database password is not shown', () => {
    const { settings } = load({ NORN_DATABASE_URL: 'postgres://norn:hunter2@db:5432/norn?password=hunter2' })
    assert.equal(settings.NORN_DATABASE_URL.value, 'postgres://***@db:5432/norn?***')
    const several = load({ NORN_DATABASE_URL: 'postgres://norn:hunter2@a:1,b:2/norn' }).settings
    assert.equal(several.NORN_DATABASE_URL.value, 'postgres://***@a:1,b:2/norn')
  })

  test('proxies, listeners, off', () => {
    const proxies = load({ NORN_TRUST_PROXY: '10.0.0.0/8, 192.0.2.1,2001:db8::/32' }).config.trustProxy
    assert.deepEqual(proxies, ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])
    const listen = (text: string) => load({ NORN_METRICS_LISTEN: text }).config.metricsListen
    assert.deepEqual(listen('[::1]:0'), { host: '::1', port: 0 })
    assert.equal(listen('off'), 'off')
    assert.equal(load({ NORN_TEXTURES_KEY_BITS: '2048' }).config.texturesKeyBits, 2048)
  })

  test("a word that paths already use cannot be the game's", () => {
    for (const word of [
      'at',
      'legacy',
      'profile',
      'profiles',
      'join',
      'player',
      'privacy',
      'lookup',
      'names',
    ]) {
      const [problem] = problemsOf({ NORN_GAME: word })
      assert.match(problem ?? '', new RegExp(`^NORN_GAME="${word}" must be a word `))
    }
    for (const word of ['game', 'blocks', 'my-game-2']) {
      assert.equal(load({ NORN_GAME: word }).config.game, word)
    }
  })
})

describe('warnings', () => {
  test('an unknown variable is reported with a likely correction', () => {
    const { warnings } = load({ NORN_PROT: '80', NORN_SOMETHING: '1' }, withEnvFile('NORN_HSOT=::1'))
    assert.deepEqual(warnings, [
      'NORN_PROT is not a setting of Norn and is ignored; did you mean NORN_PORT?',
      'NORN_SOMETHING is not a setting of Norn and is ignored',
      'NORN_HSOT in .env is not a setting of Norn and is ignored; did you mean NORN_HOST?',
    ])
  })

  test('an address that Java or a game cannot read is reported', () => {
    for (const [address, reason] of [
      ['https://mc_accounts.example.org', /has an underscore in its host name, which Java can't read/],
      ['https://a.b_c.example.org/norn', /has an underscore/],
      ['https://-a.example.org', /has "-a" in its host name/],
      ['https://a-.example.org', /has "a-" in/],
      ['https://accounts.example.1x', /has "1x" in/],
      ['https://accounts.example.org.', /has a dot at the end/],
      ['https://a..example.org', /has "" in/],
      ['https://accounts.example.org:0', /has port 0/],
    ] as const) {
      for (const name of ['NORN_BASE_URL', 'NORN_SKIN_SYSTEM_URL']) {
        const { warnings } = load({ [name]: address })
        assert.match(warnings.join('\n'), reason, address)
        assert.ok(
          warnings.some((warning) => warning.startsWith(`${name}=${address}`)),
          address,
        )
      }
    }
    for (const address of [
      'https://accounts.example.org',
      'https://xn--bcher-kva.example',
      'https://bücher.example',
      'http://192.168.1.20:8080',
      'http://[fd00::1]:8080',
      'https://a1-2.b3.org',
      'http://norn',
    ]) {
      assert.deepEqual(load({ NORN_BASE_URL: address }).warnings, [], address)
    }
  })

  test('a pattern that matches names which nobody can have is reported, and others are not', () => {
    for (const [pattern, name] of [
      ['[0-9a-zA-Z_\\u4e00-\\u9fa5]{3,16}', '中中中'],
      ['[\\u4e00-\\u9fa5]{2,8}', '中中'],
      ['[A-Za-zäöüé]{3,16}', 'ééé'],
      ['[а-яА-Я]{3,16}', 'яяя'],
      ['[A-Za-z ]{3,16}', '   '],
      ['\\S{3,16}', 'ééé'],
      ['[a-z]{3,30}', 'a'.repeat(22)],
    ] as const) {
      const { warnings } = load({ NORN_USERNAME_PATTERN: pattern })
      assert.equal(warnings.length, 1, pattern)
      assert.match(warnings[0] ?? '', /letters A-Z and a-z, digits, "_", "\." and "-"/)
      assert.ok(warnings[0]?.includes(`"${name}"`), `${pattern}: ${warnings[0]}`)
    }
    for (const pattern of [
      '[A-Za-z0-9_]{3,16}',
      '\\w{1,21}',
      'Player\\d{3}',
      '[a-z.-]{4,12}',
      '(?!.*__)\\w{3,16}',
    ]) {
      assert.deepEqual(load({ NORN_USERNAME_PATTERN: pattern }).warnings, [], pattern)
    }
  })

  test('a base URL that is unreachable from elsewhere is reported', () => {
    assert.match(
      load({ NORN_HOST: '0.0.0.0' }).warnings[0] ?? '',
      /^NORN_BASE_URL=http:\/\/0\.0\.0\.0:8080 cannot/,
    )
    assert.match(load({ NORN_HOST: '::' }).warnings[0] ?? '', /^NORN_BASE_URL=http:\/\/\[::\]:8080 cannot/)
    const behind = { NORN_TRUST_PROXY: '127.0.0.1' }
    const warned: [variables: Record<string, string>, expected: RegExp][] = [
      [
        { NORN_HOST: '0.0.0.0', NORN_BASE_URL: 'http://localhost:8080' },
        /^NORN_BASE_URL=http:\/\/localhost:8080 means only this machine, but NORN_HOST=0\.0\.0\.0 lets others connect; set it to/,
      ],
      [
        behind,
        /^NORN_BASE_URL=http:\/\/127\.0\.0\.1:8080 means only this machine, but NORN_TRUST_PROXY names a proxy/,
      ],
      [
        { ...behind, NORN_BASE_URL: 'https://[fd00::1]' },
        /means only your own network, but NORN_TRUST_PROXY/,
      ],
      [
        { ...behind, NORN_BASE_URL: 'http://accounts.example.org' },
        /^NORN_BASE_URL=\S+ is not https, but NORN_TRUST_PROXY/,
      ],
    ]
    for (const [variables, expected] of warned) {
      const { warnings } = load(variables)
      assert.match(warnings[0] ?? '', expected)
      assert.equal(warnings.length, 1)
    }
    const fine = [
      { ...behind, NORN_BASE_URL: 'https://accounts.example.org' },
      { NORN_HOST: '0.0.0.0', NORN_BASE_URL: 'http://192.168.1.5:8080' },
      { NORN_HOST: '::1', NORN_BASE_URL: 'http://[::1]:8080' },
    ]
    for (const variables of fine) assert.deepEqual(load(variables).warnings, [])
  })

  test('a setting that has no effect in combination with the others is reported', () => {
    const effects: [variables: Record<string, string>, expected: string[]][] = [
      [
        { NORN_LOOKUP_BANS: 'off', NORN_LOOKUP_BAN_RATE: '300', NORN_LOOKUP_BAN_DURATION: '10m' },
        [
          'NORN_LOOKUP_BAN_RATE=300 has no effect: NORN_LOOKUP_BANS is off',
          'NORN_LOOKUP_BAN_DURATION=10m has no effect: NORN_LOOKUP_BANS is off',
        ],
      ],
      [{ NORN_LOOKUP_BANS: 'off' }, []],
      [
        { NORN_LOG_LEVEL: 'silent', NORN_LOG_FORMAT: 'text' },
        ['NORN_LOG_FORMAT=text has no effect: NORN_LOG_LEVEL is silent'],
      ],
      [
        { NORN_GUESS_ADDRESS_ACCOUNT: '200' },
        ['NORN_GUESS_ADDRESS_ACCOUNT=200 has no effect: NORN_GUESS_ADDRESS=100 is reached first'],
      ],
      [
        { NORN_TRUST_PROXY: '10.0.0.0/8,fd00::1', NORN_BASE_URL: 'https://accounts.example.org' },
        [
          'NORN_TRUST_PROXY=10.0.0.0/8,fd00::1 has no effect: NORN_HOST=127.0.0.1 lets only this machine connect; add 127.0.0.1,::1 if the proxy runs here',
        ],
      ],
      [{ NORN_TRUST_PROXY: '10.0.0.1,127.0.0.0/8', NORN_BASE_URL: 'https://accounts.example.org' }, []],
    ]
    for (const [variables, expected] of effects) assert.deepEqual(load(variables).warnings, expected)
  })
})
