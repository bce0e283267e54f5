import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceName, mailedDeviceName } from '../../src/model/accounts/device-name.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const named: readonly (readonly [name: string, userAgent: string])[] = [
  [
    'Safari on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${apple} Version/18.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${apple} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Firefox on iPad',
    `Mozilla/5.0 (iPad; CPU OS 15_7 like Mac OS X) ${apple} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`,
  ],
  [
    'Safari on macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.1 Safari/605.1.15`,
  ],
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
  ],
  [
    'Opera on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`,
  ],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/131.0.0.0 Safari/537.36`],
]

test('a browser is named with its operating system', () => {
  for (const [name, userAgent] of named) assert.equal(deviceName(userAgent, 'en'), name)
  assert.equal(deviceName(named[0]?.[1] ?? '', 'de'), 'Safari auf iPhone')
  assert.equal(deviceName(named[0]?.[1] ?? '', 'ru'), 'Safari на iPhone')
  assert.equal(deviceName(named[0]?.[1] ?? '', 'zh-CN'), 'iPhone 上的 Safari')
})

test('a launcher keeps its User-Agent, without control characters', () => {
  for (const userAgent of ['HMCL/3.6.11 (Windows 10)', 'PrismLauncher/9.1', 'Java/21.0.5', 'Mozilla/5.0'])
    assert.equal(deviceName(userAgent, 'en'), userAgent)
  assert.equal(deviceName('HMCL\u009b\u202e<b>', 'en'), 'HMCL\\u009b\\u202e<b>')
  assert.equal(mailedDeviceName('x'.repeat(500), 'en'), `${'x'.repeat(120)}…`)
})
