// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "cairn",
  products: [
    .executable(name: "cairn", targets: ["cairn"]),
    .library(name: "CairnKit", targets: ["CairnKit"]),
    .library(name: "CairnStore", targets: ["CairnStore"]),
    .library(name: "CairnNavigation", targets: ["CairnNavigation"]),
    .library(name: "CairnRecords", targets: ["CairnRecords"]),
    .library(name: "CairnInterchange", targets: ["CairnInterchange"]),
    .library(name: "CairnJSON", targets: ["CairnJSON"]),
  ],
  traits: [
    // A package that uses the libraries turns it off by `traits: []`, and fetches no other package.
    .trait(name: "Program", description: "The program cairn, with its command line."),
    .default(enabledTraits: ["Program"]),
  ],
  dependencies: [
    // The command line: help, errors and completions as every Swift reader expects them.
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2"))
  ],
  targets: [
    // What Swift cannot import or may not do: locks, directory fsync, signals, spawn.
    .target(name: "CPlatform"),
    // The bundled samples of Resources/, embedded when this target compiles.
    .target(name: "CResources"),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),

    // One JSON for state files, output and import; own, because Foundation's loses key order and
    // digits, names no position, and reads 46 MB/s.
    .target(name: "CairnJSON"),
    .target(name: "CairnFiles", dependencies: ["CPlatform"]),
    // A moment and a day, alike in records and in routes.
    .target(name: "CairnTime"),
    .target(name: "CairnInterface"),
    .target(name: "CairnNavigation", dependencies: ["CairnFiles", "CairnJSON", "CairnTime"]),
    .target(name: "CairnStore", dependencies: ["CairnFiles", "CairnTime", "CPlatform"]),
    .target(name: "CairnScreens", dependencies: ["CairnInterface", "CairnNavigation"]),
    .target(name: "CairnTerminal", dependencies: ["CairnInterface", "CNcurses", "CPlatform"]),
    .target(
      name: "CairnKit",
      dependencies: [
        "CairnFiles", "CairnInterface", "CairnNavigation", "CairnScreens", "CairnTerminal",
        "CairnTime",
      ]),
    // TOML and YAML have own readers. TOMLKit ends the program for some mistakes, sorts the keys and
    // drops digits. Yams imports Foundation: the file of an empty static program has 58.6 MB with it,
    // and 6.1 MB without.
    .target(name: "CairnInterchange", dependencies: ["CairnFiles", "CairnStore", "CairnJSON"]),
    // Copies of a store on several machines, with git between them.
    .target(name: "CairnSync", dependencies: ["CairnFiles", "CairnStore"]),
    .target(
      name: "CairnRecords",
      dependencies: [
        "CairnFiles", "CairnInterface", "CairnKit", "CairnNavigation", "CairnScreens", "CairnStore",
      ]),
    .target(
      name: "CairnApp",
      dependencies: [
        "CairnFiles", "CairnInterchange", "CairnInterface", "CairnJSON", "CairnKit",
        "CairnNavigation", "CairnRecords", "CairnScreens", "CairnStore", "CairnSync", "CResources",
      ]),
    .executableTarget(
      name: "cairn",
      dependencies: [
        "CairnApp", "CairnFiles", "CairnInterchange", "CairnInterface", "CairnJSON", "CairnKit",
        "CairnNavigation", "CairnStore", "CPlatform",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Program"])),
      ]),

    // What an outside author writes: whole apps in a file each, over CairnKit alone.
    .executableTarget(name: "timestamps", dependencies: ["CairnKit"]),
    .executableTarget(name: "procs", dependencies: ["CairnKit"]),
    // The same for an app over records, with an import and an export.
    .executableTarget(name: "kitchen", dependencies: ["CairnInterchange", "CairnRecords"]),

    // A pseudo-terminal, a reader of what a program draws on it, temporary folders, snapshots.
    .target(
      name: "TestSupport", dependencies: ["CairnFiles", "CPlatform"], path: "Tests/TestSupport"),
    // What tests of screens at several levels need.
    .target(
      name: "ScreenTestSupport", dependencies: ["CairnInterface", "CairnScreens"],
      path: "Tests/ScreenTestSupport"),
    // Speed, as ratios against peers; `make bench` builds and runs it.
    .executableTarget(
      name: "cairn-bench", dependencies: ["CairnFiles", "CairnKit", "CairnStore", "TestSupport"],
      path: "Tests/Benchmarks"),
    .testTarget(name: "CairnJSONTests", dependencies: ["CairnFiles", "CairnJSON", "TestSupport"]),
    .testTarget(
      name: "CairnFilesTests", dependencies: ["CairnFiles", "CPlatform", "TestSupport"]),
    .testTarget(
      name: "CairnInterfaceTests", dependencies: ["CairnInterface", "TestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "CairnNavigationTests", dependencies: ["CairnFiles", "CairnNavigation", "TestSupport"]),
    .testTarget(
      name: "CairnStoreTests", dependencies: ["CairnFiles", "CairnStore", "TestSupport"]),
    .testTarget(
      name: "CairnSyncTests",
      dependencies: ["cairn", "CairnFiles", "CairnStore", "CairnSync", "TestSupport"]),
    .testTarget(
      name: "CairnScreensTests",
      dependencies: [
        "CairnInterface", "CairnNavigation", "CairnScreens", "ScreenTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "CairnTerminalTests", dependencies: ["CairnInterface", "CairnTerminal", "TestSupport"]),
    .testTarget(
      name: "CairnKitTests",
      dependencies: ["CairnFiles", "CairnKit", "CairnScreens", "TestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "CairnInterchangeTests",
      dependencies: ["CairnFiles", "CairnInterchange", "CairnJSON", "CairnStore", "TestSupport"],
      exclude: ["Corpus"]),
    .testTarget(
      name: "CairnRecordsTests",
      dependencies: [
        "CairnFiles", "CairnInterface", "CairnKit", "CairnNavigation", "CairnRecords",
        "CairnScreens", "CairnStore", "ScreenTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "CairnAppTests",
      dependencies: [
        "CairnApp", "CairnInterchange", "CairnNavigation", "CairnRecords", "CairnTerminal",
        "ScreenTestSupport", "TestSupport",
      ],
      exclude: ["Snapshots"]),
    // The readers of foreign bytes, for `make fuzz` and for tests of the inputs that it kept.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "CairnFiles", "CairnInterchange", "CairnJSON", "CairnNavigation", "CairnStore",
      ],
      path: "Tests/Fuzz/Targets"),
    .testTarget(name: "FuzzTests", dependencies: ["CairnFiles", "FuzzTargets", "TestSupport"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "cairn", "kitchen", "procs", "timestamps", "CairnFiles", "CairnInterface", "CairnJSON",
        "ScreenTestSupport", "TestSupport",
      ],
      exclude: ["Snapshots", "Tasks/Files", "Versions/0.1.0", "Format"]),
  ]
)

// It links only with libFuzzer, which `make fuzz` brings along.
if Context.environment["CAIRN_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "cairn-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver"))
}

for target in package.targets where target.name.hasPrefix("Cairn") || target.name == "cairn" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}

// The Makefile sets this variable for builds of whole modules. Packages that depend on this one
// never get these flags.
//
// "tests": in CI, `make check` and `make test` share one release build from nothing. The modules in
// which the tests spend most of their time are optimized. Optimizing the store takes 110 s of
// processor time, and a whole .ci/run needs 220 s less. Other modules would take more than they save.
//
// "program": modules that mostly call other modules are optimized for size. They compile in less
// time, and no measured operation is slower.
let optimizedInTests = ["CairnFiles", "CairnInterface", "CairnJSON", "CairnStore", "CairnTime"]
let fastInProgram =
  optimizedInTests + ["CairnInterchange", "CairnNavigation", "CairnTerminal"]
for target in package.targets where target.type != .system {
  let flags: [String] =
    switch Context.environment["CAIRN_WHOLE_MODULES"] {
    case "tests": ["-enable-testing"] + (optimizedInTests.contains(target.name) ? [] : ["-Onone"])
    case "program": ["-disable-cmo"] + (fastInProgram.contains(target.name) ? [] : ["-Osize"])
    default: []
    }
  guard !flags.isEmpty else { continue }
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
}
