import Hummingbird
package import Ledger
import PurserService

/// The link of the demonstration: who opens it accepts an invitation, once, and begins the session at the same time.
///
/// Only `purser demo` has this route. The token is that of an invitation, 256 random bits of which the database has the
/// digest, so the link can do nothing that the invitation could not do.
struct DashboardDemoController: Sendable {
    /// The operator.
    let demo: DashboardDemo
    /// The use cases of operators.
    let operators: OperatorService

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get("/dashboard/demo/:token", for: .anyone) { visit in try await self.begin(visit) }
    }

    private func begin(_ visit: DashboardVisit) async throws -> Response {
        // A program that only looks at the address must not use the link up; a browser sends its request again.
        guard visit.isOpening else { return Response(status: .serviceUnavailable) }
        let token = visit.parameters.get("token") ?? ""
        do throws(OperatorError) {
            let account = try await self.operators.invitation(token)
            guard account.name == DashboardDemo.operatorName, let invitation = account.invitation,
                visit.now < invitation.expiresAt - OperatorAccount.Invitation.validity + DashboardDemo.validity
            else { throw .invitationInvalid }
            let started = try await self.operators.accept(token, password: self.demo.password, from: visit.browser)
            return visit.redirect(to: DashboardSettings.path, beginning: started)
        } catch {
            guard error == .invitationInvalid else { throw error }
            return visit.message(.notFound, title: "signInTitle", visit.text("errorInvitation"))
        }
    }
}

/// The operator of the demonstration, whose first session begins by a link, without a password.
package struct DashboardDemo: Sendable {
    /// The name of the operator.
    package static let operatorName = OperatorName(rawValue: "demo")
    /// How long a link is valid.
    package static let validity = Span.minutes(60)

    /// The password that the operator gets with the first session, for later ones and for actions that ask for it.
    package let password: String

    /// Creates the operator of a demonstration.
    package init(password: String) {
        self.password = password
    }
}
