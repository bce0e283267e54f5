import type { security as original } from '../en/security.ts'

export const security: typeof original = {
  app: {
    heading: '身份验证器应用',
    isOff: '手机上的应用每半分钟显示一个新的验证码。启用后，仅凭密码无法登录。',
    launchers: '启动器没有验证码输入框：请在密码栏依次输入密码、冒号和验证码，例如：',
    example: '密码:123456',
    isOn: (left) => `已启用：登录时需要输入验证码。剩余恢复码：${left} 个。`,
    setUp: '设置身份验证器应用',
    currentPassword: '当前密码',
    turnOff: '关闭',
    newCodes: '生成新的恢复码',
    wrongPassword: '密码不正确，没有任何更改。',
  },
  setUp: {
    scan: '请用身份验证器应用（任何一次性验证码应用均可）扫描二维码，或在应用中输入密钥。',
    qrCode: '二维码',
    openApp: '在此设备的应用中打开',
    secret: '密钥',
    code: '验证码',
    codeHint: '应用当前显示的六位数字。其他所有已登录的设备都将退出登录。',
    submit: '启用',
    wrongCode: '这不是应用当前显示的验证码。请检查手机的时间，然后重试。',
  },
  codes: {
    heading: '恢复码',
    explanation:
      '手机不在身边时，可用其中一个代替验证码登录。每个只能使用一次。请立即打印或抄写：之后不会再次显示。',
    list: '您的恢复码',
    print: '打印',
    done: '我已保存',
  },
  undo: {
    heading: '撤销新的登录方式',
    app: (username) =>
      `账号 ${username} 添加了身份验证器应用。如果不是您本人操作，请撤销：该应用将被移除，所有设备都将退出登录。`,
    passkey: (username) =>
      `账号 ${username} 添加了通行密钥。如果不是您本人操作，请撤销：该密钥将被移除，所有设备都将退出登录。`,
    submit: '撤销',
    dead: '此链接已使用、已过期，或要撤销的内容已不存在。',
  },
  flash: {
    undone: '已撤销，所有设备均已退出登录。请立即设置新密码。',
    turnedOn: '身份验证器应用已启用。',
    turnedOff: '身份验证器应用已关闭，仅凭密码即可登录。',
    codesRenewed: '这是您的新恢复码，旧的恢复码已失效。',
    alreadyOn: '身份验证器应用已经启用。',
    alreadyOff: '身份验证器应用已经关闭。',
  },
}
