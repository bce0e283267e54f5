import { instantIn } from '../../../lib/text/intl.ts'
import type { passkeys as original } from '../en/passkeys.ts'

const instant = instantIn('zh-CN')

export const passkeys: typeof original = {
  heading: '通行密钥',
  explanation: '使用设备的指纹、面容或 PIN 码登录，无需密码和验证码。启动器仍会要求输入密码。',
  name: '此设备的名称',
  nameWrong: '未添加：名称须为一行，最多 40 个字符，不含控制字符。',
  add: '添加通行密钥',
  remove: (name) => `移除：${name}`,
  addedAt: (at) => `添加于 ${instant(at)}，尚未使用`,
  usedAt: (at) => `上次使用：${instant(at)}`,
  signIn: '使用通行密钥登录',
  invalid: '此通行密钥无法在这里登录。请重试，或使用密码登录。',
  failed: '未选择通行密钥，请重试。',
  flash: {
    added: '通行密钥已添加。',
    notAdded: '未添加通行密钥：等待时间过长，或此设备已有通行密钥。请重试。',
    removed: '通行密钥已移除。设备可能仍会提供它，请在设备上一并删除。',
  },
}
