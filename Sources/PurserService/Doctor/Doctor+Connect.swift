package import AppStore
package import Ledger

extension Doctor {
    /// An app's credentials for App Store Connect.
    package struct ConnectCredentials: Sendable {
        let app: AppName
        let client: ConnectClient
        let vendorNumber: String
        let today: PacificDay

        /// Creates credentials to be checked.
        ///
        /// - Parameters:
        ///   - app: The app.
        ///   - client: A client with the key of the app's team.
        ///   - vendorNumber: The configured vendor number.
        ///   - today: The current day, which determines the reports that are requested.
        package init(app: AppName, client: ConnectClient, vendorNumber: String, today: PacificDay) {
            self.app = app
            self.client = client
            self.vendorNumber = vendorNumber
            self.today = today
        }
    }

    /// Returns that the key files for App Store Connect exist: otherwise the configuration would not have been read.
    func connectKeyFindings() -> [DoctorFinding] {
        self.connects.map { credentials in
            DoctorFinding(
                .key,
                .ok,
                app: credentials.app,
                "The key file for App Store Connect exists, and only its owner may read it."
            )
        }
    }

    /// Returns what App Store Connect answers: whether it accepts the key and the vendor number, and what the key's
    /// role may read.
    func connectFindings(_ credentials: ConnectCredentials) async -> [DoctorFinding] {
        // A role that may not list storefronts is acceptable: this request only checks that the key is accepted.
        let keyError = await Self.error { () throws(ConnectError) in
            _ = try await credentials.client.send(.territories(), within: Self.requestDeadline)
        }
        if let keyError {
            guard case .forbidden = keyError else { return [Self.finding(credentials, keyError)] }
        }
        let day = credentials.today + -2
        guard let date = ReportDate(reported: day.text), let sales = ConnectSalesReport(.sales, of: .day(date)) else {
            return []
        }
        let salesError = await Self.error { () throws(ConnectError) in
            _ = try await credentials.client.salesReport(
                sales,
                vendorNumber: credentials.vendorNumber,
                within: Self.requestDeadline
            )
        }
        if let salesError { return [Self.finding(credentials, salesError)] }
        var findings = [
            DoctorFinding(
                .connect,
                .ok,
                app: credentials.app,
                "App Store Connect accepts the key and the vendor number, and provides sales reports."
            )
        ]
        let month = FiscalMonth(of: credentials.today) + -2
        guard
            let finance = ConnectFinanceReport(.summary, fiscalYear: month.year, fiscalMonth: month.month)
        else { return findings }
        let financeError = await Self.error { () throws(ConnectError) in
            _ = try await credentials.client.send(
                .financeReport(finance, vendorNumber: credentials.vendorNumber),
                within: Self.requestDeadline
            )
        }
        if case .forbidden? = financeError {
            findings.append(
                DoctorFinding(
                    .connectFinanceClosed,
                    .warning,
                    app: credentials.app,
                    "The key's role may read sales reports but not finance reports.",
                    remedy: "Give the key the role Finance in App Store Connect, Users and Access, Integrations."
                )
            )
        }
        return findings
    }

    /// Returns the error of a request; `nil` if an answer came, or if the report does not exist.
    private static func error(_ work: () async throws(ConnectError) -> Void) async -> ConnectError? {
        do throws(ConnectError) {
            try await work()
            return nil
        } catch {
            switch error {
            case .noSales, .notYetAvailable, .gone: return nil
            default: return error
            }
        }
    }

    private static func finding(_ credentials: ConnectCredentials, _ error: ConnectError) -> DoctorFinding {
        let map = "apps.\(credentials.app.rawValue).appStoreConnect"
        func finding(_ code: DoctorFinding.Kind, _ text: String, _ remedy: String) -> DoctorFinding {
            DoctorFinding(code, .error, app: credentials.app, text, remedy: remedy)
        }
        switch error {
        case .unauthorized:
            return finding(
                .connectKeyRefused,
                "App Store Connect rejects the key.",
                "Compare issuerId and keyId of \(map) with App Store Connect, Users and Access, Integrations, App "
                    + "Store Connect API, Team Keys; a revoked key has to be replaced. Check the clock too."
            )
        case .forbidden:
            return finding(
                .connectRoleInsufficient,
                "The key may not read sales reports of vendor \(credentials.vendorNumber).",
                "It must be a team key with the role Finance, or Sales, and vendorNumber of \(map) the team's own."
            )
        case .refused, .notFound, .requestInvalid:
            return finding(
                .connectVendorRefused,
                "App Store Connect rejects the vendor number \(credentials.vendorNumber): \(error.code).",
                "Compare vendorNumber of \(map) with App Store Connect, Payments and Financial Reports."
            )
        case .agreementMissing:
            return finding(
                .connectAgreementMissing,
                "App Store Connect rejects all requests until an agreement is accepted.",
                "The Account Holder must accept it in App Store Connect, Business."
            )
        case .unreachable:
            return finding(
                .appleUnreachable,
                "App Store Connect cannot be reached.",
                "Allow the machine to reach api.appstoreconnect.apple.com on port 443, and try again: purser doctor"
            )
        default:
            return finding(
                .appleFailed,
                "App Store Connect gave an unexpected answer: \(error.code).",
                "Try again later: purser doctor"
            )
        }
    }
}
