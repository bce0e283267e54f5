import type { layout as original } from '../en/layout.ts'

export const layout: typeof original = {
  skip: '跳到正文',
  navigation: '主导航',
  signIn: '登录',
  register: '注册账号',
  account: '账号',
  signOut: '退出登录',
  languages: '选择语言',
  reference: '面向开发者',
  copy: '复制',
  copied: '已复制',
  flash: {
    languageChosen: '页面现在以简体中文显示。',
  },
}
