import AppStoreSimulator

/// A reducer of failing programs: it leaves out blocks of steps, then single ones, then simplifies the rest, and
/// keeps each version that still fails in the same way.
package struct ExplorerShrinker: Sendable {
    /// The maximum number of programs to play.
    private let budget: Int
    private let play: @Sendable (ExplorerProgram) async throws -> ExplorerViolation?

    /// A shrinker that judges programs by what playing them answers.
    package init(budget: Int = 600, play: @escaping @Sendable (ExplorerProgram) async throws -> ExplorerViolation?) {
        self.budget = budget
        self.play = play
    }

    /// The shortest program found that breaks the same invariant, and how it does.
    package func shrink(
        _ program: ExplorerProgram,
        _ trouble: ExplorerViolation
    ) async throws -> (ExplorerProgram, ExplorerViolation) {
        var search = Search(best: program, trouble: trouble, budget: self.budget, play: self.play)
        var size: Int
        repeat {
            size = search.best.steps.count
            var block = max(size / 2, 1)
            while block >= 1 {
                try await search.cut(blocksOf: block)
                block /= 2
            }
        } while search.best.steps.count < size
        try await search.simplify()
        return (search.best, search.trouble)
    }

    private struct Search {
        var best: ExplorerProgram
        var trouble: ExplorerViolation
        var budget: Int
        let play: @Sendable (ExplorerProgram) async throws -> ExplorerViolation?

        /// Stores a candidate if it breaks the same invariant.
        mutating func attempt(_ candidate: ExplorerProgram) async throws -> Bool {
            guard self.budget > 0, candidate != self.best else { return false }
            self.budget -= 1
            guard let trouble = try await self.play(candidate), trouble.invariant == self.trouble.invariant else {
                return false
            }
            self.best = candidate
            self.trouble = trouble
            return true
        }

        /// Leaves out blocks of a length, from the end on.
        mutating func cut(blocksOf length: Int) async throws {
            var end = self.best.steps.count
            while end > 0 {
                let begin = max(end - length, 0)
                var candidate = self.best
                candidate.steps.removeSubrange(begin..<end)
                // Without a quiet point nothing is checked.
                if !candidate.steps.contains(.quiet) { candidate.steps.append(.quiet) }
                let isShorter = candidate.steps.count < self.best.steps.count
                if isShorter { _ = try await self.attempt(candidate) }
                end = min(begin, self.best.steps.count)
            }
        }

        /// Makes the world, and then each step, simpler.
        mutating func simplify() async throws {
            for candidate in self.best.simplerWorlds { _ = try await self.attempt(candidate) }
            for place in self.best.steps.indices {
                for step in self.best.steps[place].simpler {
                    var candidate = self.best
                    candidate.steps[place] = step
                    if try await self.attempt(candidate) { break }
                }
                // What was made simpler may be made simpler again, a field at a time.
                if case .act(let action) = self.best.steps[place] {
                    for field in action.presentFields.sorted(by: { $0.rawValue < $1.rawValue }) {
                        guard case .act(var current) = self.best.steps[place],
                            current.verb.optionalFields.contains(field)
                        else { continue }
                        current.forget(field)
                        var candidate = self.best
                        candidate.steps[place] = .act(current)
                        _ = try await self.attempt(candidate)
                    }
                }
            }
        }
    }
}

extension ExplorerProgram {
    /// The same steps in plainer surroundings.
    fileprivate var simplerWorlds: [ExplorerProgram] {
        var programs: [ExplorerProgram] = []
        for change in [
            { (program: inout ExplorerProgram) in program.usesFile = false },
            { (program: inout ExplorerProgram) in program.silentCustomers = [] },
            { (program: inout ExplorerProgram) in program.graceDays = nil },
            { (program: inout ExplorerProgram) in program.profile = WorldProfile.production.rawValue },
        ] {
            var program = self
            change(&program)
            programs.append(program)
        }
        return programs
    }
}

extension ExplorerStep {
    /// Plainer steps that might do the same, the plainest first.
    fileprivate var simpler: [ExplorerStep] {
        switch self {
        case .submit(let submission):
            let plain = ExplorerSubmission(customer: submission.customer, transaction: 0)
            let once = ExplorerSubmission(
                customer: submission.customer,
                transaction: submission.transaction,
                intent: submission.intent
            )
            return [.submit(plain), .submit(once)]
        case .act(let action):
            guard let fault = action.fault else { return [] }
            var plain = action
            plain.fault = WorldFault(fault.effect)
            plain.fault?.milliseconds = fault.milliseconds
            return [.act(plain)]
        case .order(let ordering):
            return [.order(ExplorerOrdering(customer: ordering.customer, action: ordering.action))]
        case .spend, .server, .quiet: return []
        }
    }
}

extension WorldAction {
    /// Leaves a field out.
    mutating func forget(_ field: Field) {
        switch field {
        case .customer: self.customer = nil
        case .product: self.product = nil
        case .transaction: self.transaction = nil
        case .app: self.app = nil
        case .quantity: self.quantity = nil
        case .seats: self.seats = nil
        case .offer: self.offer = nil
        case .signature: self.signature = nil
        case .code: self.code = nil
        case .token: self.token = nil
        case .storefront: self.storefront = nil
        case .storefronts: self.storefronts = nil
        case .plan: self.plan = nil
        case .since: self.since = nil
        case .enabled: self.enabled = nil
        case .name: self.name = nil
        case .percentage: self.percentage = nil
        case .reason: self.reason = nil
        case .text: self.text = nil
        case .preference: self.preference = nil
        case .price: self.price = nil
        case .currency: self.currency = nil
        case .consent: self.consent = nil
        case .scope: self.scope = nil
        case .days: self.days = nil
        case .milliseconds: self.milliseconds = nil
        case .to: self.to = nil
        case .by: self.by = nil
        case .url: self.url = nil
        case .request: self.request = nil
        case .commerce: self.commerce = nil
        case .fault: self.fault = nil
        }
    }
}
