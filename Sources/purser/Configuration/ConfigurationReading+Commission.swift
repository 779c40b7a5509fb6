internal import Ledger
internal import PurserService

extension ConfigurationReading {
    /// Reads `apps.{app}.smallBusinessFrom` and `apps.{app}.commission`: the terms by which proceeds are estimated.
    mutating func proceedsTerms(_ parts: DocumentFields) -> ProceedsTerms {
        var memberships: [ProgramMembership] = []
        let example = "smallBusinessFrom: 2026-03-15"
        if let field = parts["smallBusinessFrom"], let day = self.day(field, example: example) {
            memberships.append(ProgramMembership(in: .smallBusiness, from: day))
        }
        guard let field = parts["commission"],
            let commission = self.validation.map(
                field,
                known: ConfigurationKey.commission,
                example: "commission: { platform: iOS }"
            )
        else { return ProceedsTerms(memberships: memberships) }
        for program in commission["programs"].map({ self.validation.oneOrMore($0) }) ?? [] {
            guard let membership = self.membership(program) else { continue }
            if memberships.contains(where: { Self.overlap($0, membership) }) {
                self.validation.note(
                    program,
                    problem: "the program \(membership.program.rawValue) is listed twice for the same days",
                    remedy: "Keep one of the two."
                )
            }
            memberships.append(membership)
        }
        return ProceedsTerms(memberships: memberships, platform: self.platform(commission["platform"]))
    }

    /// Returns whether two memberships name the same program and share a day.
    private static func overlap(_ one: ProgramMembership, _ other: ProgramMembership) -> Bool {
        guard one.program == other.program else { return false }
        return (one.until.map { other.from < $0 } ?? true) && (other.until.map { one.from < $0 } ?? true)
    }

    private mutating func platform(_ field: DocumentField?) -> CommissionTable.Platform? {
        let example = "platform: iOS"
        guard let field, let value = self.value(field, example: example) else { return nil }
        let known = CommissionTable.Platform.allCases.map(\.rawValue)
        return self.validation.word(value, among: known, example: example)
            .flatMap { CommissionTable.Platform(rawValue: $0) }
    }

    private mutating func membership(_ field: DocumentField) -> ProgramMembership? {
        let example = "programs: [{ program: videoPartner, from: 2026-03-15 }]"
        guard let parts = self.validation.map(field, known: ConfigurationKey.membership, example: example),
            let name = self.validation.required("program", in: parts, example: "program: videoPartner"),
            let word = self.validation.word(
                name,
                among: CommissionTable.Program.allCases.filter { $0 != .standard }.map(\.rawValue),
                example: "program: videoPartner"
            ),
            let program = CommissionTable.Program(rawValue: word),
            let begin = self.validation.required("from", in: parts, example: "from: 2026-03-15"),
            let from = self.day(begin, example: "from: 2026-03-15")
        else { return nil }
        var until: PacificDay?
        if let end = parts["until"] {
            guard let day = self.day(end, example: "until: 2027-01-01") else { return nil }
            guard from < day else {
                self.validation.refuse(end, expected: "a day after \(from.text)", example: "until: 2027-01-01")
                return nil
            }
            until = day
        }
        var products: Set<ProductID>?
        if let list = parts["products"] {
            products = []
            for element in self.validation.oneOrMore(list) {
                guard let text = self.validation.string(element, example: "products: [film.rental]") else { continue }
                products?.insert(ProductID(text))
            }
        }
        return ProgramMembership(in: program, from: from, until: until, products: products)
    }

    private mutating func day(_ field: DocumentField, example: String) -> PacificDay? {
        guard let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        guard let day = PacificDay(text: text) else {
            self.validation.refuse(value, expected: "a day", example: example)
            return nil
        }
        return day
    }
}
