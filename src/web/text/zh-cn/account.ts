import { instantIn } from '../../../lib/text/intl.ts'
import type { account as original } from '../en/account.ts'

export const account: typeof original = {
  heading: '账号',
  sections: '您的账号',
  overview: '概览',
  facts: {
    uuid: 'UUID',
    secondFactor: '两步验证',
    on: (left) => `已开启，剩余 ${left} 个恢复码`,
    off: '未开启',
    passkeys: (count) => (count === 0 ? '无' : `${count} 个`),
    since: '注册时间',
    at: instantIn('zh-CN'),
    none: '无',
    changeSkin: '更换皮肤',
  },
  attention: {
    heading: '需要留意',
    nothing: '一切正常，无需处理。',
    passwordOnly: { problem: '此账号目前只有密码保护。', remedy: '设置验证器应用' },
    fewCodes: (left) => ({
      problem: `您还剩 ${left} 个恢复码。手机不在身边时，只能用它们登录。`,
      remedy: '获取新的恢复码',
    }),
    noEmail: { problem: '此账号没有电子邮箱，忘记密码后将无法重设。', remedy: '添加电子邮箱' },
  },
  signedIn: {
    heading: '已登录',
    all: (count) => `管理 ${count} 台设备`,
  },
  menu: {
    username: { heading: '用户名' },
    email: { heading: '电子邮箱' },
    password: { heading: '密码' },
    language: { heading: '语言', about: '页面和邮件使用的语言。' },
    skin: { heading: '皮肤与披风' },
    security: { heading: '安全' },
    servers: { heading: '服务器' },
    devices: { heading: '设备' },
    applications: { heading: '应用' },
    export: { heading: '导出我的数据' },
    delete: { heading: '删除账号' },
  },
}
