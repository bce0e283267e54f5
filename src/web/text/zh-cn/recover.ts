import type { recover as original } from '../en/recover.ts'

export const recover: typeof original = {
  heading: '重置密码',
  explanation: '我们会向您发送链接，用于设置新密码。',
  email: '电子邮箱',
  submit: '发送链接',
  malformed: '请填写形如 name@example.org 的邮箱地址。',
  choose: {
    passkeys: '这些通行密钥之后仍可登录。请移除不属于您的密钥。',
    heading: '设置新密码',
    explanation: (username) => `账号：${username}。您将在所有设备上退出登录。`,
    password: '新密码',
    submit: '更改密码',
    problem: '尚未做任何更改。请换一个密码。',
    dead: '此链接已被使用或已过期。请重新申请。',
    again: '重置密码',
  },
  flash: {
    changed: '密码已更改。请使用新密码登录。',
  },
}
