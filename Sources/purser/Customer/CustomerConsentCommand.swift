import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser customers consent`: records that a customer agreed.
struct CustomerConsentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Records that a customer agreed that data about their purchases may be sent to Apple.",
        discussion: """
            Example:
              purser customers consent anna
              purser customers consent anna --text-hash $(sha256sum < consent.txt | cut -c1-64) --version 3 --locale de-AT

            Nothing but the customer is required. Without --text-hash nobody can prove later which text the customer agreed to. A
            customer who says no without ever having agreed: record a consent, then purser customers withdraw-consent

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(help: ArgumentHelp("SHA-256 of the text, 64 hexadecimal digits.", valueName: "digest"))
    var textHash: String?

    @Option(help: "The version of the text; 1 if left out.")
    var version: String?

    @Option(help: "The language it was shown in, by BCP 47; und if left out.")
    var locale: String?

    @Option(help: "ISO 3166-1 alpha-3; if left out that of the newest purchase, else ZZZ.")
    var storefront: String?

    @Option(help: ArgumentHelp("When the customer agreed; now if left out. \(Moment.forms)", valueName: "moment"))
    var givenAt: Moment?

    @Option(help: "Where the customer agreed, in your words.")
    var source: String?

    @Option(help: "Who agreed for a minor.")
    var guardian: String?

    @Option(help: ArgumentHelp("A name of your own for the consent.", valueName: "name"))
    var id: String?

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        let statement: ConsentParameters
        do throws(ConsentParameters.Mistake) {
            statement = try ConsentParameters(
                textHash: self.textHash,
                version: self.version,
                locale: self.locale,
                storefront: self.storefront,
                givenAt: self.givenAt?.ago,
                source: self.source,
                guardian: self.guardian
            )
        } catch {
            throw ValidationError("\(ConsentArgument.option(error.field)): \(error.detail)")
        }
        let stated: [(String, String?)] = [
            ("id", try ConsentArgument.id(self.id, option: "--id")), ("textHash", statement.textHash),
            ("version", statement.version), ("locale", statement.locale), ("storefront", statement.storefront),
            ("givenAt", statement.givenAt?.rfc3339), ("source", statement.source), ("guardian", statement.guardian),
        ]
        try await self.options.run(
            .post,
            try CustomerArgument.path(self.customer, "consents"),
            [],
            stated.compactMap { name, value in value.map { JSONMember(key: name, value: .string($0)) } }
                + self.options.reasonMember,
            question: "Record it?"
        ) { consent in
            CustomerText(
                fields: [JSONMember(key: "customer", value: .string(self.customer))]
                    + CustomerText.fields(
                        [
                            ("consent", "id"), ("givenAt", "givenAt"), ("version", "version"), ("locale", "locale"),
                            ("storefront", "storefront"), ("textHash", "textHash"), ("source", "source"),
                            ("guardian", "guardian"), ("warning", "warning"),
                        ],
                        of: consent
                    )
            )
        }
    }
}

/// `purser customers consents`: what a customer agreed to.
struct CustomerConsentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consents",
        abstract: "Lists what a customer agreed to, newest first.",
        discussion: """
            Example:
              purser customers consents anna

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var options: CustomerOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        let path = try CustomerArgument.path(self.customer, "consents")
        try await self.options.with { api in
            let consents = try await api.get(path)["consents"]?.elements ?? []
            Listing.consents.write(consents, isJSON: self.json)
        }
    }
}

/// `purser customers withdraw-consent`: records that a customer does not agree any more.
struct CustomerWithdrawConsentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw-consent",
        abstract: "Records that a customer does not agree any more that data about their purchases are sent to Apple.",
        discussion: """
            Example:
              purser customers withdraw-consent anna

            The consent that stands is withdrawn; it stays in the list, because it proves what was sent before. Where none stands
            nothing is done.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(help: ArgumentHelp("Another consent than the one that stands: purser customers consents", valueName: "id"))
    var consent: String?

    @Option(help: ArgumentHelp("When the customer said so; now if left out. \(Moment.forms)", valueName: "moment"))
    var withdrawnAt: Moment?

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        let id = try ConsentArgument.id(self.consent, option: "--consent")
        try await self.options.run(
            .delete,
            try CustomerArgument.path(self.customer, id.map { "consents/\(APIClient.escaped($0))" } ?? "consents"),
            [("withdrawnAt", self.withdrawnAt?.ago.rfc3339), self.options.reasonParameter],
            question: "Withdraw it? It cannot be undone."
        ) { answer in
            // The consent that stands is answered with its customer; one that is named, as it is.
            let consent = id == nil ? answer["consent"] ?? .null : answer
            return CustomerText(
                fields: [JSONMember(key: "customer", value: .string(self.customer))]
                    + CustomerText.fields([("consent", "id"), ("withdrawnAt", "withdrawnAt")], of: consent)
            )
        }
    }
}

/// What the commands about consents take.
enum ConsentArgument {
    /// Returns the name of a consent that an option spells.
    static func id(_ text: String?, option: String) throws -> String? {
        guard let text else { return nil }
        guard ConsentParameters.isName(text) else {
            throw ValidationError("\(option): \(ConsentParameters.nameRequirement)")
        }
        return text
    }

    /// The option that a field of a statement is.
    static func option(_ field: String) -> String {
        field.reduce(into: "--") { option, character in
            if character.isUppercase { option += "-" }
            option += character.lowercased()
        }
    }
}

extension Listing {
    /// What a customer agreed to.
    fileprivate static let consents = Listing(
        none: "This customer has never agreed to anything. To record a consent: purser customers consent CUSTOMER",
        [
            Column("CONSENT", of: "id"), Column("CURRENT", of: "current"), Column("GIVEN", of: "givenAt"),
            Column("WITHDRAWN", of: "withdrawnAt"), Column("VERSION", of: "version"), Column("LOCALE", of: "locale"),
            Column("STOREFRONT", of: "storefront"), Column("TEXT", of: "textHash"),
        ]
    )
}
