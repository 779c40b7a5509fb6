/// Why a step of a scenario did not go as it must, as a sentence.
struct ScenarioTrouble: Error, Hashable {
    /// The sentence.
    let sentence: String

    /// A trouble.
    init(_ sentence: String) {
        self.sentence = sentence
    }
}
