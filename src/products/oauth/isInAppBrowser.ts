/**
 * Web views in which Google refuses to sign anybody in (`disallowed_useragent`): those of Android
 * (`wv`), those of iOS and macOS, which are WebKit without `Safari/`, and apps that claim to be a
 * whole browser. Opera Mini is a browser that is a web view
 * (docs/decisions/in-app-browsers-hide-google.md).
 */
const webViews = /; wv\)(?!.*OPR)|AppleWebKit\/6(?!.*Safari\/)|FBA[NV]|MetaIAB|Instagram|Snapchat|musical_ly|MicroMessenger|KAKAO|NAVER/

/**
 * Returns whether the page is in the browser of an app, where Google refuses to sign anybody in. A
 * page on the home screen of iOS is not: it opens other sites in Safari.
 */
export const isInAppBrowser = ({ userAgent, standalone }: { userAgent: string; standalone?: boolean }): boolean =>
  !standalone && webViews.test(userAgent)
