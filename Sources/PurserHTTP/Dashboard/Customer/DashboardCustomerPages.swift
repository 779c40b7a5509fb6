import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The pages about customers.
struct DashboardCustomerPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries = [
        DashboardNavigation.Page(path: "customers", name: "customers", group: .people, letter: "c")
    ]

    func add(to routes: DashboardRoutes) {
        DashboardCustomersController(services: self.services).add(to: routes)
        DashboardCustomerController(services: self.services).add(to: routes)
        DashboardCustomerListsController(services: self.services).add(to: routes)
        DashboardTimelineController(service: self.services.customers).add(to: routes)
        DashboardWalletController(service: self.services.wallets).add(to: routes)
        DashboardEvidenceController(service: self.services.customers).add(to: routes)
        DashboardGrantActs(service: self.services.grants).add(to: routes)
        DashboardWalletActs(service: self.services.wallets, now: self.services.ambient.now).add(to: routes)
        DashboardOwnershipActs(service: self.services.customers).add(to: routes)
        DashboardConsentActs(service: self.services.customers).add(to: routes)
        DashboardCustomerActs(services: self.services).add(to: routes)
    }
}

extension DashboardVisit {
    /// Returns the customer in the address.
    func customer() throws -> CustomerID {
        guard let customer = self.parameters.get("customer").flatMap({ CustomerID($0) }) else {
            throw Problem(.notFound, code: "customer_invalid", self.text("customerInvalid"))
        }
        return customer
    }

    /// Returns a day that was typed as the instant of its beginning in UTC; `nil` for an empty field.
    func day(_ field: String, in form: DashboardForm) throws -> Instant? {
        let text = form[field].trimmed
        guard !text.isEmpty else { return nil }
        guard let day = CivilDay(text: text) else {
            throw RequestFields.invalid(field, self.text("customerErrorDay"))
        }
        return Instant(milliseconds: day.number * Span.days(1).milliseconds)
    }

    /// Returns a whole number of a range that was typed.
    func number(_ field: String, in form: DashboardForm, _ range: ClosedRange<Int64>) throws -> Int64 {
        guard let number = Int64(form[field].trimmed), range.contains(number) else {
            let (first, last) = (range.lowerBound, range.upperBound)
            let says = self.text("customerErrorNumber", DashboardNumbers.count(first), DashboardNumbers.count(last))
            throw RequestFields.invalid(field, says)
        }
        return number
    }
}
