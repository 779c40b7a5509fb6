import AppStore

extension StandardStream {
    /// Writes what came of an act: for a program the object that it answered with, for people a sentence.
    func write(_ answer: JSONValue, isJSON: Bool, _ line: @autoclosure () -> String) {
        if isJSON { self.write(json: answer) } else { self.write(line: line()) }
    }
}
