# The pictures of the README, from the package's folder. `make pictures` makes them anew; a test
# runs each line and compares the bytes.
cardstock render Fixtures/people/ada.json -o Fixtures/readme/ada.png
cardstock render Fixtures/people/attendees.csv --only id=00123 --png small -t conference --dpi 150 -o Fixtures/readme/conference.png
cardstock render Fixtures/people/attendees.csv --only id=00124 --png small -t conference --dpi 150 --locale ar -o Fixtures/readme/conference-ar.png
cardstock render Fixtures/people/attendees.csv --only id=00125 --png small -t conference --dpi 150 --locale hi -o Fixtures/readme/conference-hi.png
cardstock render Fixtures/people/attendees.csv --only id=00123 --png small -t visitor --dpi 120 -o Fixtures/readme/visitor.png
cardstock render Fixtures/people/attendees.csv --only id=00123 --png small -t contact --dpi 120 -o Fixtures/readme/contact.png
cardstock render Fixtures/people/attendees.csv --only id=00123 --png small -t staff --dpi 150 -o Fixtures/readme/staff.png
cardstock render Fixtures/people/attendees.csv --only id=00123 --png small -t label --dpi 120 -o Fixtures/readme/label.png
cardstock render Fixtures/people/attendees.csv --only id=00123 --png small -t table-tent --dpi 50 -o Fixtures/readme/table-tent.png
