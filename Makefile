# Aliases of the scripts, which run without make.
.PHONY: demo install package test bench bench-quick bench-readme soak slopes allocations instructions instructions-update lint format docs clean
demo:
	@Scripts/demo
install:
	@Scripts/install $(PREFIX)
package:
	@Scripts/package
test:
	@Scripts/test
bench:
	@Scripts/bench
bench-quick:
	@Scripts/bench --quick
bench-readme:
	@Scripts/bench
	@Benchmarks/readme-table
soak:
	@Scripts/bench soak
slopes:
	@Scripts/bench slopes
allocations:
	@Scripts/bench allocations
instructions:
	@Benchmarks/check-instructions
instructions-update:
	@Benchmarks/check-instructions --update
lint:
	@swift format lint --strict --parallel --recursive Sources Tests Benchmarks Package.swift
format:
	@swift format --in-place --parallel --recursive Sources Tests Benchmarks Package.swift
docs:
	@Scripts/docs
clean:
	@swift package clean
