-- Priority of data: wireless, then SD card, then QR+.
create or replace function night_priority(source text) returns int language sql immutable parallel safe
  return array_position(array['wireless', 'sd', 'qr'], source);
