# The two commands of the README: `make demo` makes cards, `make test` passes the tests.
# Each does all the set-up itself on a fresh Debian 12 with a Swift 6 toolchain.
# The Swift libraries are linked in: the tool starts faster, and runs where there is no Swift.

LIBRARIES := libpango1.0-dev libcairo2-dev libfontconfig-dev libharfbuzz-dev libpng-dev libjpeg62-turbo-dev \
  libwebp-dev liblcms2-dev libdeflate-dev nettle-dev libxxhash-dev librsvg2-dev libzint-dev libqpdf-dev \
  libzip-dev libxml2-dev libsqlite3-dev pkg-config
TEST_TOOLS := poppler-utils qpdf pngcheck zbar-tools zxing-cpp-tools zsh fish

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
STAMP := .build/packages.stamp

.PHONY: demo test pictures format lint clean

demo: $(STAMP)
	swift build -c release --static-swift-stdlib --product cardstock
	swift build -c release --product cardstock-svg
	mkdir -p out
	.build/release/cardstock render Fixtures/people/ada.json -o out/ada.png
	.build/release/cardstock render Fixtures/people/ada.json -o out/ada.pdf
	@echo "The cards are out/ada.png and out/ada.pdf."

test: $(STAMP)
	swift build --build-tests
	swift test --skip-build

# The pictures of the README, which a test compares byte for byte.
pictures: $(STAMP)
	swift build --product cardstock
	PATH=".build/debug:$$PATH" sh -e Fixtures/readme/pictures.sh

format:
	swift format -i -r Package.swift Sources Tests Fonts Fixtures

lint:
	swift format lint --strict -r Package.swift Sources Tests Fonts Fixtures

clean:
	rm -rf .build out

$(STAMP):
	$(SUDO) apt-get update -qq
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	  $(LIBRARIES) $(TEST_TOOLS)
	mkdir -p .build
	touch $(STAMP)
