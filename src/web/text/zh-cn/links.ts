import { instantIn } from '../../../lib/text/intl.ts'
import type { links as original } from '../en/links.ts'

const instant = instantIn('zh-CN')

export const links: typeof original = {
  password: {
    heading: '设置密码',
    setup: (username) => `您的账号已创建：${username}。请设置登录密码。`,
    about: (username) => `账号：${username}。您将在所有设备上退出登录。`,
    label: '新密码',
    submit: '保存',
  },
  factor: {
    heading: '设置新的两步验证',
    about: (username) => `账号：${username}。原有的身份验证器应用和恢复码将失效。`,
  },
  dead: {
    heading: '此链接已失效',
    alert: '此链接已被使用或已过期，或者账号在链接创建后发生了变化。请向管理员索取新的链接。',
  },
  admin: {
    heading: '一次性链接',
    about:
      '玩家无需邮件即可通过它设置密码或更换两步验证。任何持有链接的人都可以这样做：请只发给该玩家。新链接会取代之前的链接。',
    purpose: '用途',
    purposes: {
      setup: '设置初始密码',
      password: '设置新密码',
      'second-factor': '设置新的两步验证',
    },
    lasts: '有效期',
    lifetimes: { '1h': '1 小时', '24h': '24 小时', '7d': '7 天' },
    create: '创建链接',
    suspended: '该玩家已被停用，无法创建链接。请先恢复账号。',
    malformed: '未创建任何内容：请选择链接的用途和有效期。',
    made: '新的一次性链接',
    once: (until) => `仅可使用一次，有效期至 ${instant(until)}。请立即发送：之后不再显示。`,
    qrCode: '链接的二维码',
  },
  flash: {
    created: '链接已创建。',
    chosen: '密码已保存。请使用它登录。',
    replaced: '新的两步验证已启用。登录后即可看到新的恢复码。',
  },
}
