import AppStore
import Ledger

extension Doctor {
    /// Asks Apple to send a test notification, and waits until Apple reports the result.
    func notificationFinding(_ app: ServedApp, _ environment: StoreEnvironment) async -> DoctorFinding {
        guard let client = app.appStore else {
            return DoctorFinding(.skipped, .note, app: app.name, environment: environment, "There is no key.")
        }
        do throws(AppStoreError) {
            let place = AppStoreEnvironment(environment)
            let request = try await client.send(.testNotification(), to: place, within: Self.requestDeadline)
            guard let token = request.testNotificationToken else { throw .unreadableAnswer }
            for pause in self.pausesBeforeStatus {
                do {
                    try await self.sleep(pause)
                } catch {
                    throw AppStoreError.canceled
                }
                if let status = try await self.status(of: token, client, place),
                    let result = status.sendAttempts?.last?.sendAttemptResult ?? status.firstSendAttemptResult
                {
                    return self.finding(app, environment, status, result)
                }
            }
            return self.unconfirmed(app, environment)
        } catch {
            return self.finding(app, environment, error)
        }
    }

    /// The waits between status requests.
    ///
    /// A simulated App Store answers as soon as its clock has advanced, or never.
    private var pausesBeforeStatus: ArraySlice<Duration> {
        self.roots == .apple ? Self.pausesBeforeStatus[...] : Self.pausesBeforeStatus.prefix(2)
    }

    private func unconfirmed(_ app: ServedApp, _ environment: StoreEnvironment) -> DoctorFinding {
        let isReal = self.roots == .apple
        return DoctorFinding(
            .notificationUnconfirmed,
            isReal ? .warning : .note,
            app: app.name,
            environment: environment,
            "Apple did not report the result of its test notification in time.",
            remedy: isReal
                ? "A server that accepts the connection and does not answer causes this. Look at the server's log, "
                    + "and try again: purser doctor"
                : "A simulated App Store sends it when its clock advances: let it run, and try again."
        )
    }

    /// Returns the result of a test notification; `nil` while Apple does not know it yet.
    private func status(
        of token: String,
        _ client: AppStoreClient,
        _ environment: AppStoreEnvironment
    ) async throws(AppStoreError) -> CheckTestNotificationResponse? {
        do throws(AppStoreError) {
            return try await client.send(.testNotificationStatus(token), to: environment, within: Self.requestDeadline)
        } catch {
            if error.number == .testNotificationNotFound { return nil }
            // The Sandbox's rate limit is low; a request that it rejects is not an answer yet.
            if case .rateLimited = error { return nil }
            throw error
        }
    }

    private func finding(
        _ app: ServedApp,
        _ environment: StoreEnvironment,
        _ status: CheckTestNotificationResponse,
        _ result: SendAttemptResult
    ) -> DoctorFinding {
        let address = self.notificationAddress(of: app)
        guard result == .success else {
            return DoctorFinding(
                .notificationNotDelivered,
                .error,
                app: app.name,
                environment: environment,
                "Apple's test notification was not delivered: \(result.rawValue).",
                remedy: Self.remedy(for: result, address: address)
            )
        }
        if let signed = status.signedPayload {
            do throws(VerificationError) {
                _ = try app.verifier.notification(signed.bytes)
            } catch {
                return DoctorFinding(
                    .notificationForeign,
                    .error,
                    app: app.name,
                    environment: environment,
                    "This server does not accept Apple's test notification: \(error.code.rawValue).",
                    remedy:
                        "Compare bundleId, appAppleId and environments of apps.\(app.name.rawValue), and trust, with "
                        + "what Apple has. docs/reference/error-codes.md explains the code."
                )
            }
        }
        return DoctorFinding(
            .notification,
            .ok,
            app: app.name,
            environment: environment,
            "Apple's test notification was delivered."
        )
    }

    private func finding(_ app: ServedApp, _ environment: StoreEnvironment, _ error: AppStoreError) -> DoctorFinding {
        if error.number == .serverNotificationUrlNotFound {
            return DoctorFinding(
                .notificationAddressMissing,
                .error,
                app: app.name,
                environment: environment,
                "App Store Connect has no URL for notifications of \(environment.rawValue).",
                remedy: "Enter it there, App Information, App Store Server Notifications, version 2: "
                    + self.notificationAddress(of: app)
            )
        }
        let number = error.number.map { " (\($0.rawValue) \($0.name ?? ""))" } ?? ""
        return DoctorFinding(
            error == .unreachable ? .appleUnreachable : .appleFailed,
            .error,
            app: app.name,
            environment: environment,
            "Apple did not accept the request for a test notification: \(error.code)\(number).",
            remedy: "Try again later: purser doctor"
        )
    }

    /// Returns what to do about a failed attempt of Apple's.
    private static func remedy(for result: SendAttemptResult, address: String) -> String {
        switch result {
        case .tlsIssue, .sslIssue:
            "Apple rejects the certificate, its chain or the TLS version. Check: openssl s_client -connect HOST:443"
        case .timedOut, .noResponse, .socketIssue:
            "The server did not answer in time. Allow 17.0.0.0/8 in the firewall, and check that "
                + "App Store Connect has \(address)"
        case .circularRedirect: "The address redirects in a circle. Enter the last one in App Store Connect: \(address)"
        case .unsuccessfulHttpResponseCode:
            "The server answered with an error. App Store Connect must have \(address); the server's log says more."
        case .prematureClose, .invalidResponse, .unsupportedCharset:
            "A component between Apple and the server corrupts the response. Check the proxy in front of the server."
        default: "Check that App Store Connect has \(address), and look at the server's log."
        }
    }
}
