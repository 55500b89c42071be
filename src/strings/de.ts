import { buttonWords } from '../products/oauth/providerWords.ts'
import type { Translation } from './en.ts'
import { inParts } from './inParts.ts'

/** The widget in German. */
export const de: Translation = {
  lang: 'de',
  dir: 'ltr',

  // every widget
  'login.title': 'Registrieren oder anmelden',
  'button.back.ariaLabel': 'Zurück',
  'button.retry': 'Erneut versuchen',
  'loading.ariaLabel': 'Wird geladen',
  'error.unreachable': 'Unsere Server sind nicht erreichbar.',
  'watermark.altText': 'Bereitgestellt von Stytch',
  'formField.email.label': 'E-Mail-Adresse',
  'formField.email.placeholder': 'name@example.com',
  'button.emailLogin': 'Weiter mit E-Mail',

  // several methods
  'tab.email': 'E-Mail',
  'tab.text': 'SMS',
  'tab.whatsapp': 'WhatsApp',
  'tabs.ariaLabel': 'Anmeldemöglichkeiten',
  'methodDivider.text': 'oder',
  'config.error.linksAndCodes': 'E-Mail-Links (EML) und E-Mail-Codes (Email OTP) können nicht zusammen verwendet werden',
  'config.error.passkeysAlone': 'Passkeys können nicht allein verwendet werden. Fügen Sie der Konfiguration ein weiteres Produkt hinzu.',
  'config.error.noMethods':
    'Nichts anzuzeigen: Fügen Sie der Konfiguration otpOptions.methods, oauthOptions.providers oder ein weiteres Produkt hinzu.',

  // errors
  'error.invalidEmail': 'Das Format der E-Mail-Adresse ist ungültig.',
  'error.invalidPhoneNumber': 'Das Format der Telefonnummer ist ungültig. Sie muss dem Format E.164 entsprechen.',
  'error.unsubscribedPhoneNumber':
    'Diese Telefonnummer ist von unseren Nachrichten abgemeldet. Um sie wieder zu erhalten, senden Sie START per SMS an die Nummer, von der sie kommen.',
  'error.inactiveEmail':
    'Diese E-Mail-Adresse ist als inaktiv gekennzeichnet. Versuchen Sie es mit einer anderen, oder wenden Sie sich an Ihre Administration, wenn Sie dies für einen Fehler halten.',
  'error.unauthorizedCredentials': 'Ungültige Anmeldedaten.',
  'error.userUnauthenticated': 'Dafür ist eine aktive Sitzung nötig. Haben Sie sich schon angemeldet?',
  'error.emailNotFound': 'E-Mail-Adresse nicht gefunden.',
  'error.unableToAuthMagicLink':
    'Der Anmeldelink konnte nicht bestätigt werden, weil er bereits verwendet wurde oder abgelaufen ist. Bitte versuchen Sie es erneut.',
  'error.noUserPassword': 'Zu diesem Konto wurde kein Passwort gefunden. Bitte versuchen Sie es erneut.',
  'error.breachedPassword': 'Das Passwort steht auf der Liste bekannt gewordener Passwörter und muss zurückgesetzt werden.',
  'error.resetPassword': 'Das Passwort muss zurückgesetzt werden.',
  'error.oauthTokenNotFound': 'Das OAuth-Token wurde nicht gefunden.',
  'error.invalidCode': 'Das Format des Codes ist ungültig. Bitte versuchen Sie es erneut.',
  'error.memberPasswordNotFound': 'Das Passwort des Mitglieds wurde nicht gefunden.',
  'error.oauthFlowCallbackError': 'Bei der Rückkehr aus der OAuth-Anmeldung ist ein Fehler aufgetreten. Bitte versuchen Sie es erneut.',
  'error.unauthorizedAction': 'Diese Aktion ist nicht erlaubt.',
  'error.userLockLimitReached': 'Zu viele fehlgeschlagene Anmeldeversuche. Bitte versuchen Sie es später erneut.',
  'error.invalidSessionToken': 'Das Sitzungstoken ist ungültig.',
  'error.sessionNotFound': 'Sitzung nicht gefunden.',
  'error.invalidPhoneNumberCountryCode': 'Die Ländervorwahl der Telefonnummer ist ungültig, deaktiviert oder wird nicht unterstützt.',
  'error.otpCodeNotFound': 'Der Code ist ungültig. Bitte versuchen Sie es erneut.',
  'error.duplicatePhoneNumber': 'In dieser Organisation gibt es bereits ein Mitglied mit dieser Telefonnummer.',
  'error.startedElsewhere':
    'Sie haben in einem anderen Browser oder auf einem anderen Gerät begonnen. Öffnen Sie den Link dort, oder beginnen Sie hier von vorn.',
  'error.invalidResponse': 'Unsere Server haben ungültig geantwortet.',
  'error.invalidJson': 'Unsere Server haben mit ungültigem JSON geantwortet.',
  'error.noResponse': 'Der Server hat nicht oder ungültig geantwortet.',
  'error.schema': 'Die Anfrage entspricht nicht dem erwarteten Schema.',
  'error.insecureRandom':
    'Mit diesem Browser ist keine sichere Anmeldung möglich. Aktualisieren Sie ihn, oder verwenden Sie einen anderen.',
  'error.captchaRequired':
    'Wir konnten nicht prüfen, ob Sie ein Mensch sind. Schalten Sie Blocker für diese Seite aus, oder versuchen Sie es erneut.',
  'error.unexpected': 'Etwas ist schiefgelaufen. Bitte versuchen Sie es erneut.',

  // links with a token
  'login.loading': 'Anmeldung läuft...',
  'password.reset.loggingInProgress': 'Anmeldung läuft...',
  'success.title': 'Geschafft!',
  'login.success.content': 'Sie haben sich erfolgreich angemeldet.',
  'error.title': 'Offenbar ist ein Fehler aufgetreten!',

  // email links
  'emailConfirmation.title': 'Prüfen Sie Ihre E-Mails',
  'emailConfirmation.content': 'Eine E-Mail wurde an <bold>{email}</bold> gesendet.',
  'link.openInGmail': 'In Gmail öffnen',
  'link.openInYahoo': 'In Yahoo öffnen',
  'link.openInOutlook': 'In Outlook öffnen',

  // one-time codes
  'formField.otp.ariaLabel': 'Code, 6 Ziffern',
  'formField.passcode.status.verifying': 'Code wird geprüft...',
  'button.sms': 'Weiter mit SMS',
  'button.whatsapp': 'Weiter mit WhatsApp',
  'errors.invalidEmail': 'Ungültige E-Mail-Adresse.',
  'passcode.title': 'Code eingeben',
  'passcode.sentConfirmation': 'Ein 6-stelliger Code wurde an <bold>{destination}</bold> gesendet.',
  'passcode.expirationCountdown': 'Ihr Code läuft in {timeRemaining} ab.',
  'passcode.expired': 'Ihr Code ist abgelaufen.',
  'passcode.didntGetIt': 'Nicht erhalten?',
  'passcode.resendCode': 'Code erneut senden',
  'passcode.codeSent': 'Code gesendet',
  'toast.emailResent': 'E-Mail erneut gesendet',
  'otp.success.content': 'Ihr Code wurde erfolgreich bestätigt.',
  'formField.phone.label': 'Telefonnummer',
  'formField.country.ariaLabel': 'Land',

  // passwords
  'formField.password.label': 'Passwort',
  'formField.password.show.ariaLabel': 'Passwort anzeigen',
  'button.emailMagicLink': 'Anmeldelink per E-Mail senden',
  'button.emailOTP': 'Anmeldecode per E-Mail senden',
  'button.continue': 'Weiter',
  'button.forgotPassword': 'Passwort vergessen?',
  'button.createPasswordInstead': 'Stattdessen ein Passwort erstellen',
  'createAccount.title': 'Konto erstellen',
  'password.createAccount.content': 'Legen Sie ein Passwort fest, um Ihr Konto fertig einzurichten.',
  'password.login.title': 'Anmelden',
  'password.forgot.title': 'Prüfen Sie Ihre E-Mails',
  'password.forgot.content': 'Ein Link zum Zurücksetzen Ihres Passworts wurde an <bold>{email}</bold> gesendet.',
  'password.breached.title': 'Prüfen Sie Ihre E-Mails, um ein neues Passwort festzulegen',
  'password.breached.content':
    'Ihr Passwort ist möglicherweise anderen bekannt. Ein Link zum Festlegen eines neuen Passworts wurde an <bold>{email}</bold> gesendet.',
  'password.resetRequired.title': 'Prüfen Sie Ihre E-Mails, um ein neues Passwort festzulegen!',
  'password.resetRequired.content': 'Ein Link zum Festlegen eines neuen Passworts wurde an <bold>{email}</bold> gesendet.',
  'password.setNew.title': 'Prüfen Sie Ihre E-Mails!',
  'password.setNew.content': 'Ein Anmeldelink wurde an <bold>{email}</bold> gesendet.',
  'password.didntGetItResend': 'Nicht erhalten? <resendButton>E-Mail erneut senden</resendButton>',
  'password.reset.title': 'Passwort zurücksetzen',
  'password.reset.loginWithoutPassword': 'Ohne Passwort anmelden',
  'button.loginWithoutPassword': 'Ohne Passwort anmelden',
  'password.strength.ariaLabel': 'Passwortstärke',
  'password.strength.met.ariaLabel': 'Erfüllt:',
  'password.strengthError.breached':
    'Dieses Passwort wurde möglicherweise auf einer anderen Website verwendet, bei der es ein Sicherheitsproblem gab. Bitte wählen Sie ein anderes.',
  'password.strengthError.minimumLength': 'Muss mindestens {characterLength, plural, one {# Zeichen} other {# Zeichen}} lang sein',
  'password.strengthError.complexity':
    'Muss {complexity, plural, other {#}} der folgenden Arten enthalten: Großbuchstabe, Kleinbuchstabe, Ziffer, Sonderzeichen',

  // the provider's feedback on passwords
  'password.zxcvbn.warning.straightRows': 'Gerade Tastenreihen sind leicht zu erraten',
  'password.zxcvbn.warning.shortKeyboardPatterns': 'Kurze Tastaturmuster sind leicht zu erraten',
  'password.zxcvbn.warning.repeats': 'Wiederholungen wie „aaa“ sind leicht zu erraten',
  'password.zxcvbn.warning.longerRepeats': 'Wiederholungen wie „abcabcabc“ sind nur wenig schwerer zu erraten als „abc“',
  'password.zxcvbn.warning.sequences': 'Folgen wie abc oder 6543 sind leicht zu erraten',
  'password.zxcvbn.warning.recentYears': 'Jahreszahlen aus jüngster Zeit sind leicht zu erraten',
  'password.zxcvbn.warning.dates': 'Datumsangaben sind oft leicht zu erraten',
  'password.zxcvbn.warning.top10CommonPassword': 'Dies ist eines der 10 häufigsten Passwörter',
  'password.zxcvbn.warning.top100CommonPassword': 'Dies ist eines der 100 häufigsten Passwörter',
  'password.zxcvbn.warning.veryCommonPassword': 'Dies ist ein sehr häufiges Passwort',
  'password.zxcvbn.warning.similarToCommonPassword': 'Dies ähnelt einem häufig verwendeten Passwort',
  'password.zxcvbn.warning.wordByItself': 'Ein einzelnes Wort ist leicht zu erraten',
  'password.zxcvbn.warning.names': 'Vor- und Nachnamen allein sind leicht zu erraten',
  'password.zxcvbn.warning.commonNames': 'Häufige Vor- und Nachnamen sind leicht zu erraten',
  'password.zxcvbn.suggestion.useAFewWords': 'Verwenden Sie mehrere Wörter, vermeiden Sie gängige Redewendungen',
  'password.zxcvbn.suggestion.noSymbolsDigitsUppercase': 'Sonderzeichen, Ziffern oder Großbuchstaben sind nicht nötig',
  'password.zxcvbn.suggestion.addWords': 'Fügen Sie ein oder zwei Wörter hinzu. Ungewöhnliche Wörter sind besser.',
  'password.zxcvbn.suggestion.longerKeyboardPattern': 'Verwenden Sie ein längeres Tastaturmuster mit mehr Richtungswechseln',
  'password.zxcvbn.suggestion.avoidRepeats': 'Vermeiden Sie wiederholte Wörter und Zeichen',
  'password.zxcvbn.suggestion.avoidSequences': 'Vermeiden Sie Zeichenfolgen',
  'password.zxcvbn.suggestion.avoidRecentYears': 'Vermeiden Sie Jahreszahlen aus jüngster Zeit',
  'password.zxcvbn.suggestion.avoidYearsAssociatedWithYou': 'Vermeiden Sie Jahreszahlen, die mit Ihnen zu tun haben',
  'password.zxcvbn.suggestion.avoidDatesAndYearsAssociatedWithYou':
    'Vermeiden Sie Datumsangaben und Jahreszahlen, die mit Ihnen zu tun haben',
  'password.zxcvbn.suggestion.capitalization': 'Großschreibung hilft nicht viel',
  'password.zxcvbn.suggestion.allUppercase': 'Nur Großbuchstaben sind fast so leicht zu erraten wie nur Kleinbuchstaben',
  'password.zxcvbn.suggestion.reversed': 'Rückwärts geschriebene Wörter sind kaum schwerer zu erraten',
  'password.zxcvbn.suggestion.predictableSubstitutions': 'Vorhersehbare Ersetzungen wie „@“ statt „a“ helfen nicht viel',

  // social sign-in
  ...buttonWords('Weiter mit {type}'),
  'oneTap.error.origin':
    'One Tap: Der Ursprung dieser Seite ist nicht zugelassen. Fügen Sie ihn den autorisierten JavaScript-Ursprüngen Ihres Google-Clients hinzu.',
  'oneTap.error.clientId': 'One Tap: Google kennt die Client-ID nicht. Vergleichen Sie sie mit der Ihres Google-Clients.',
  'oneTap.error.noClient': 'One Tap: Das Projekt hat keinen OAuth-Client für Google. Richten Sie im Dashboard einen ein.',
  'oneTap.error.noRedirectUrls':
    'One Tap: Es sind keine Weiterleitungs-URLs für Anmeldung oder Registrierung festgelegt. Legen Sie sie im Dashboard oder in oauthOptions fest.',
  'oneTap.error.defaultProvider':
    'One Tap: Der voreingestellte Google-Client des Anbieters ist nicht geeignet. Richten Sie im Dashboard einen eigenen ein.',

  // passkeys
  'button.loginWithPasskey': 'Mit einem Passkey anmelden',
  'error.passkeyRegistrationNotFound':
    'Passkey nicht gefunden. Möglicherweise haben Sie ihn aus Ihrem Konto, aber nicht aus Ihrem Passwortmanager gelöscht. Bitte versuchen Sie es erneut.',
  'error.passkeyUnknown': 'Bei der Anmeldung mit dem Passkey ist ein unbekannter Fehler aufgetreten. Bitte versuchen Sie es erneut.',
  'passkey.success.content': 'Ihr Passkey wurde erfolgreich bestätigt.',
  'passkey.registrationStart.title': 'Neuen Passkey einrichten',
  'passkey.registrationStart.subtitle': 'Schneller anmelden, ohne Passwort',
  'passkey.registrationStart.description': 'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an.',
  'passkey.registrationStart.error.noUser':
    'Fehler: Die Komponente PasskeyRegistration kann ohne angemeldete Person nicht verwendet werden.',
  'passkey.registrationStart.error.unsupported':
    'Dieser Browser unterstützt keine Passkeys. Öffnen Sie diese Seite in einem anderen Browser, um einen zu erstellen.',
  'button.createPasskey': 'Passkey erstellen',
  'button.skip': 'Überspringen',
  'error.duplicatePasskey':
    'Der Passkey kann nicht erstellt werden, da er bereits registriert zu sein scheint. Möglicherweise wurde er auf einem anderen Gerät registriert und synchronisiert.',
  'error.passkeyNotCreated':
    'Ihr Passkey wurde nicht erstellt. Klicken Sie auf „Passkey erstellen“, um es erneut zu versuchen, oder überspringen Sie diesen Schritt.',
  'passkey.registrationSuccess.title': 'Passkey erfolgreich erstellt!',
  'passkey.registrationSuccess.existingPasskeys': 'Vorhandene Passkeys',
  'passkey.registrationSuccess.setupAnother': 'Weiteren Passkey einrichten',
  'passkey.registrationSuccess.deleteWarning': 'Ein gelöschter Passkey kann nicht wiederhergestellt werden.',
  'passkey.name.ariaLabel': 'Name',
  'passkey.none': 'Es gibt noch keine.',
  'button.rename.ariaLabel': 'Umbenennen',
  'button.save.ariaLabel': 'Speichern',
  'button.delete': 'Löschen',
  'button.cancel': 'Abbrechen',
  'button.done': 'Fertig',

  // wallets
  'crypto.wallet.continueWithVessel': 'Weiter mit Vessel',
  'crypto.wallet.continueWithPhantom': 'Weiter mit Phantom',
  'crypto.wallet.continueWithMetamask': 'Weiter mit Metamask',
  'crypto.wallet.continueWithCoinbase': 'Weiter mit Coinbase',
  'crypto.wallet.continueWithBinance': 'Weiter mit Binance',
  'crypto.wallet.continueWithEthereum': 'Weiter mit Ethereum',
  'crypto.wallet.continueWithSolana': 'Weiter mit Solana',
  'crypto.wallet.continueWithNamed': 'Weiter mit {name}',
  'crypto.wallet.continueWithOtherWallet': 'Weiter mit anderem Krypto-Wallet',
  'crypto.wallet.setupNewWallet': 'Neues Krypto-Wallet einrichten',
  'crypto.connectWallet.title': 'Verbindung zu Ihrem Wallet wird hergestellt...',
  'crypto.connectWallet.instructionPopup': 'Antworten Sie Ihrem Wallet in seinem eigenen Fenster.',
  'crypto.signMessage.title': 'Signaturanfrage wird abgeschlossen...',
  'crypto.signMessage.instruction': 'Signieren Sie die Nachricht in Ihrem Wallet. Das kostet nichts.',
  'crypto.troubleHelp': 'Kein Fenster? Öffnen Sie Ihr Wallet.',
  'crypto.continueWithOtherWallet.title': 'Wallet auswählen',
  'crypto.setupNewWallet.title': 'Neues Krypto-Wallet einrichten',
  'crypto.setupNewWallet.content': 'Wallets sind Apps oder Browsererweiterungen.',
  'crypto.setupNewWallet.instruction': 'Installieren Sie eines davon und laden Sie diese Seite neu.',
  'crypto.wallet.vessel': 'Vessel',
  'crypto.wallet.phantom': 'Phantom',
  'crypto.wallet.metamask': 'Metamask',
  'crypto.wallet.coinbase': 'Coinbase',
  'crypto.wallet.binance': 'Binance',
  'crypto.wallet.otherEthereum': 'Anderes Ethereum-Wallet',
  'crypto.wallet.otherSolana': 'Anderes Solana-Wallet',
  'crypto.error.title': 'Offenbar ist ein Fehler aufgetreten!',
  'crypto.error.connect': 'Die Verbindung zum Wallet ist fehlgeschlagen',
  'crypto.error.sign': 'Die Nachricht konnte nicht signiert werden',
  'crypto.error.pending': 'Ihr Wallet wartet bereits auf eine Antwort. Öffnen Sie es, um zu antworten.',
  'crypto.error.content': 'Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
  'crypto.success.title': 'Geschafft!',
  'crypto.success.content': 'Sie haben Ihr Wallet erfolgreich verbunden.',

  // consent to apps
  'idpConsent.signIn.title': 'Mit {projectName} bei {clientName} anmelden',
  'idpConsent.customScopes.title': '{clientName} möchte auf Ihr Konto bei {projectName} zugreifen',
  'idpConsent.allowClientTo': '{clientName} bittet um die Erlaubnis:',
  'idpConsent.defaultClientName': 'Die App',
  'idpConsent.openid': 'Ihre Identität zu bestätigen',
  'idpConsent.openid.details': 'In Ihrem Konto gespeicherte Informationen einsehen',
  'idpConsent.personal': 'Ihre persönlichen Profildaten einzusehen',
  'idpConsent.profile.details': 'Name, Bild und Spracheinstellungen',
  'idpConsent.email.details': 'E-Mail-Adresse',
  'idpConsent.phone.details': 'Telefonnummer',
  'idpConsent.full_access': 'Vollständig auf Ihr Konto zuzugreifen',
  'idpConsent.offline_access': 'Auf Ihre Daten zuzugreifen, auch wenn Sie die App gerade nicht verwenden',
  'idpConsent.custom': 'Die Berechtigung {scope} zu verwenden',
  'idpConsent.noPermissionsToGrant': 'Sie sind nicht berechtigt, {clientName} einige der angeforderten Zugriffe zu gewähren.',
  'idpConsent.cannotGrantRequest': 'Sie können {clientName} Folgendes nicht erlauben:',
  'idpConsent.redirect': 'Sie werden zu <bold>{host}</bold> weitergeleitet.',
  'idpConsent.button.allow': 'Zulassen',
  'idpConsent.button.deny': 'Ablehnen',
  'idpConsent.denied': 'Der Zugriff auf die Anwendung wurde verweigert.',
  'idpConsent.noActiveSession': 'Keine aktive Sitzung gefunden. Bitte melden Sie sich an, um fortzufahren.',
  'idpConsent.missingParameter': 'Erforderlicher Parameter fehlt: {param}. Bitte wenden Sie sich an die Entwickler der Anwendung.',
  'idpConsent.unexpectedRedirect': 'Die Rückkehr zur Anwendung ist nicht möglich. Bitte wenden Sie sich an die Entwickler der Anwendung.',
  'idpConsent.foreignFrame': 'Zu Ihrer Sicherheit funktioniert diese Seite nicht innerhalb einer anderen Website.',
  'idpLogout.title': 'Abmelden?',
  'idpLogout.confirmMessage': 'Möchten Sie sich wirklich von Ihrem Konto bei {projectName} abmelden?',
  'idpLogout.yes': 'Ja',
  'idpLogout.no': 'Nein',
  'idpLogout.notLoggedOut': 'Sie wurden nicht abgemeldet. Sie können diese Seite schließen.',
  'idpLogout.loggedOut': 'Sie wurden abgemeldet. Sie können diese Seite schließen.',
}

/** The same translation for `language`, which loads in parts. */
export const deLazy = /* @__PURE__ */ inParts('de')

export default de
