import { instantIn, pluralIn } from '../../../lib/text/intl.ts'
import type { signIn as original } from '../en/sign-in.ts'

const instant = instantIn('zh-CN')
const minutes = pluralIn('zh-CN', { other: '分钟' })

export const signIn: typeof original = {
  heading: '登录',
  login: '用户名或电子邮箱',
  password: '密码',
  submit: '登录',
  forgotten: '忘记密码？',
  isNew: '还没有账号？',
  again: '请重新登录以继续。即使浏览器无人看管，这也能保护您的账号。',
  invalid: '用户名、电子邮箱或密码不正确。请检查后重试。',
  tooMany: (waitMinutes) => `失败次数过多。请在 ${minutes(waitMinutes)}后重试。`,
  suspended: (reason, until) =>
    `此账号已被${until === undefined ? '无限期停用' : `停用至 ${instant(until)}`}。${
      reason === undefined ? '' : `原因：${reason}`
    }`,
  code: {
    heading: '两步验证码',
    explanation: '请输入身份验证器应用当前显示的六位数字，或任一恢复码。',
    label: '验证码',
    submit: '继续',
    restart: '以其他身份登录',
    invalid: '验证码不正确或已被使用。请等待下一个验证码后重试。',
    tooMany: (waitMinutes) => `错误的验证码过多。请在 ${minutes(waitMinutes)}后重试。`,
  },
  flash: {
    expired: '等待时间过长，请重新登录。',
    signedOut: '您已退出登录。',
  },
}
