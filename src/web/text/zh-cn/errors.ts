import type { errors as original } from '../en/errors.ts'

export const errors: typeof original = {
  notFound: { heading: '找不到页面', advice: '请检查地址，或从首页重新开始。' },
  methodUnknown: { heading: '不能这样操作', advice: '请返回，并从页面上重新操作。' },
  otherSite: {
    heading: '此表单已过期',
    advice: '没有任何更改。请重新打开页面并从那里提交表单；浏览器必须允许 Cookie。',
  },
  requestEnded: {
    heading: '此请求已结束',
    advice: '等待时间过长，或已经回应过。请返回应用重新开始。',
  },
  roleMissing: {
    heading: '无权访问',
    advice: '此页面仅供管理服务的人员使用。如果您需要使用，请联系管理员。',
  },
  unreadable: { heading: '无法读取请求', advice: '没有任何更改。请返回后重试。' },
  tooLarge: { heading: '内容过大', advice: '没有任何更改。请返回并减少内容后重试。' },
  tooOften: { heading: '请求过多', advice: '请稍候片刻再试。' },
  unavailable: { heading: '暂时不可用', advice: '请稍后再试。' },
  unexpected: {
    heading: '出现问题',
    advice: '这不是您的错。请重试；如果问题依旧，请告知管理员发生的时间。',
  },
  firstPage: '前往首页',
}
