import AppStore

/// What is noted while a catalogue file is read: mistakes, which refuse it, and warnings, which do not.
struct CatalogueNotes {
    /// More than this many are not kept, so that a hostile file cannot fill a screen.
    private static let limit = 100

    /// How messages name the file.
    let file: String
    /// The mistakes.
    private(set) var mistakes: [CatalogueFinding] = []
    /// What was ignored or looks odd.
    private(set) var warnings: [CatalogueFinding] = []
    private var warnedOf: Set<String> = []

    /// Notes about a file.
    init(file: String) {
        self.file = file
    }

    /// Whether no more mistakes are kept.
    var isFull: Bool { self.mistakes.count >= Self.limit }

    /// Notes a mistake.
    mutating func refuse(_ node: CatalogueNode, _ problem: String, _ remedy: String) {
        guard !self.isFull else { return }
        self.mistakes.append(self.finding(node, problem, remedy))
    }

    /// Notes an oddity; of several with the same subject only the first.
    mutating func warn(_ node: CatalogueNode, about subject: String, _ problem: String, _ remedy: String) {
        guard self.warnings.count < Self.limit, self.warnedOf.insert(subject).inserted else { return }
        self.warnings.append(self.finding(node, problem, remedy))
    }

    /// Notes that a value has another type than its key.
    mutating func refuseType(_ node: CatalogueNode, wanted: String) {
        self.refuse(node, "is \(node.kindName), not \(wanted)", "Write \(wanted).")
    }

    /// Notes a word that is none of those which are known.
    mutating func refuseWord(_ node: CatalogueNode, _ word: String, known: [String]) {
        let shown = CatalogueFinding.shown(word)
        if let nearest = Spelling.nearest(to: word, among: known) {
            self.refuse(node, "is \"\(shown)\", which is not known", "Did you mean \"\(nearest)\"?")
        } else {
            let list = known.joined(separator: ", ")
            self.refuse(node, "is \"\(shown)\", which is not known", "Write one of: \(list).")
        }
    }

    /// Throws the mistakes, if there are any.
    func requireNone() throws(CatalogueError) {
        guard self.mistakes.isEmpty else { throw CatalogueError(self.mistakes) }
    }

    private func finding(_ node: CatalogueNode, _ problem: String, _ remedy: String) -> CatalogueFinding {
        CatalogueFinding(file: self.file, line: node.line, keyPath: node.path, problem: problem, remedy: remedy)
    }
}
